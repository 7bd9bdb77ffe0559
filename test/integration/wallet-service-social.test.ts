import { manualClock } from 'latchkey/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ServiceSession, SocialStarted } from '../../src/core/wallet/wallet-service.ts'
import {
  type DevSocialProvider,
  startSocialProvider,
} from '../../src/devnet/social-provider/start-social-provider.ts'
import { socialVisitor } from '../support/social-visitor.ts'
import { walletDatabases } from '../support/wallet-databases.ts'
import { type Answer, type WalletDevice, walletDevice } from '../support/wallet-device.ts'
import { type RunningWalletService, startWalletService } from '../support/wallet-service.ts'

const clock = manualClock(Date.now())
const { now } = clock
const site = 'https://app.example'

type Finished = Answer<ServiceSession & { readonly code?: string }>

describe.each(walletDatabases)('on $name', ({ isHere, open }) => {
  describe.skipIf(!isHere)('a login by a social provider', () => {
    let provider: DevSocialProvider
    let service: RunningWalletService
    let closeDatabase: () => Promise<void>
    let device: WalletDevice
    beforeAll(async () => {
      const { database, stop } = await open()
      closeDatabase = stop
      provider = await startSocialProvider()
      const { facebook, ...socials } = provider.socials
      expect(facebook).toBeDefined()
      service = await startWalletService({ origins: [site], networks: [], now, database, socials })
      await provider.serve(service.url)
    })
    afterAll(async () => {
      await service?.stop()
      await provider?.stop()
      await closeDatabase?.()
    })
    beforeEach(async () => {
      device = await walletDevice(service.url, { now })
    })

    const begin = (provider: string, who = device, from = site): Promise<Answer<SocialStarted>> =>
      who.ask('POST', '/api/login/social', { provider, site: from })
    const finish = (uri: string, who = device): Promise<Finished> =>
      who.ask('POST', '/api/login/social/finish', { uri })
    /** What the provider sends the visitor back with. */
    async function result(provider: string, person: string, who = device): Promise<string> {
      const { status, body } = await begin(provider, who)
      expect(status).toBe(200)
      return socialVisitor().logIn(body.uri, person)
    }

    it.each(['google', 'apple', 'discord', 'github', 'x'])(
      'makes a user by %s, and finds the same one again',
      async (by) => {
        const first = await finish(await result(by, 'ann'))
        expect(first.status).toBe(200)
        const called = by === 'discord' ? 'ann#0' : 'ann'
        expect(first.body.user).toEqual({ id: expect.any(String), provider: by, userName: called })
        const other = await walletDevice(service.url, { now })
        const second = await finish(await result(by, 'ann', other), other)
        expect(second.body.user).toEqual(first.body.user)
        const { body } = await other.ask('GET', '/api/user', undefined, { access: second.body.access })
        expect(body).toEqual(first.body.user)
      },
    )
  })
})
