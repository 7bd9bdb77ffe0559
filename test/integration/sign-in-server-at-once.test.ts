// @module-tag ci
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyDatabase, hasPostgres } from '../support/real-postgres.ts'
import { type Account, newAccount } from '../support/sign-in-accounts.ts'
import { bundleSignInServer, pageOrigin, startServerProcess } from '../support/sign-in-process.ts'
import { signed, visitor } from '../support/sign-in-visitor.ts'

interface Service {
  /** The URLs of the servers. All servers use the same database. */
  readonly urls: readonly string[]
  stop(): Promise<void>
}

let bundle: Awaited<ReturnType<typeof bundleSignInServer>>
beforeAll(async () => {
  bundle = await bundleSignInServer()
})
afterAll(() => bundle?.remove())

async function start(count: number, env: Readonly<Record<string, string>>): Promise<Service> {
  // Starts the servers at the same time, so that each of them finds an empty database.
  const servers = await Promise.all(Array.from({ length: count }, () => startServerProcess(bundle.main, env)))
  return {
    urls: servers.map(({ url }) => url),
    async stop() {
      expect(await Promise.all(servers.map((server) => server.stop()))).toEqual(servers.map(() => 0))
      expect(servers.map(({ said }) => said())).toEqual(servers.map(() => ''))
    },
  }
}

const services: Readonly<Record<string, () => Promise<Service>>> = {
  'one server with the embedded Postgres': () => start(1, {}),
  async 'two servers behind one real Postgres'() {
    const database = await emptyDatabase()
    const service = await start(2, { DATABASE_URL: database.url })
    return {
      urls: service.urls,
      async stop() {
        await service.stop()
        await database.stop()
      },
    }
  },
}

for (const [name, open] of Object.entries(services))
  describe(name, { tags: name.startsWith('one') ? [] : ['all'] }, () => {
    const isHere = hasPostgres || name.startsWith('one')
    let service: Service
    const at = (index: number) => service.urls[index % service.urls.length]!
    const browserAt = (index: number) => visitor(at(index), { origin: pageOrigin })

    beforeAll(async () => {
      if (isHere) service = await open()
    })
    afterAll(() => service?.stop())

    it.skipIf(!isHere)('signs in a hundred visitors as separate users', async () => {
      const visits = await Promise.all(
        Array.from({ length: 100 }, async (_, index) => ({
          browser: browserAt(index),
          account: await newAccount.eip155(),
        })),
      )
      const began = performance.now()
      await Promise.all(visits.map(({ browser, account }) => browser.signIn(account)))
      console.log(`${name}: a hundred sign-ins in ${Math.round(performance.now() - began)} ms`)
      const users = new Set<string>()
      await Promise.all(
        visits.map(async ({ browser, account }, index) => {
          // If there are two servers, asks the server at which the visitor didn't sign in.
          const me = await (await browser.ask('GET', `${at(index + 1)}/auth/me`)).json()
          expect(me.accounts).toEqual([`eip155:${account.address}`])
          users.add(me.id)
        }),
      )
      expect(users.size).toBe(100)
    })

    it.skipIf(!isHere)('accepts a nonce only once if twenty requests use it at the same time', async () => {
      const browser = browserAt(0)
      const account = await newAccount.eip155()
      const session = await signed(account, await browser.messageFor(account))
      const cookies = new Map(browser.cookies)
      const answers = await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          const twin = browserAt(index)
          for (const [name, value] of cookies) twin.cookies.set(name, value)
          const answer = await twin.ask('POST', '/auth/sessions', { sessions: [session] })
          return { twin, status: answer.status, body: await answer.json() }
        }),
      )
      const [taken, ...others] = answers.filter(({ status }) => status === 200)
      expect(others).toEqual([])
      expect(answers.filter(({ body }) => body.code === 'siwx/wrong-nonce')).toHaveLength(19)
      expect(await taken?.twin.sessionsOf(account)).toHaveLength(1)
    })

    it.skipIf(!isHere)(
      'creates only one user for an account that signs in for the first time in twenty browsers',
      async () => {
        const account = await newAccount.eip155()
        const browsers = Array.from({ length: 20 }, (_, index) => browserAt(index))
        await Promise.all(browsers.map((browser) => browser.signIn(account)))
        const ids = await Promise.all(
          browsers.map(async (browser) => (await (await browser.ask('GET', '/auth/me')).json()).id),
        )
        expect(new Set(ids).size).toBe(1)
      },
    )

    it.skipIf(!isHere)(
      'creates only one user for two browsers that link the same two accounts at the same time',
      async () => {
        const pairs: (readonly [Account, Account])[] = []
        for (let times = 0; times < 10; times++)
          pairs.push([await newAccount.eip155(), await newAccount.eip155()])
        await Promise.all(
          pairs.map(async (pair, index) => {
            const ids = await Promise.all(
              [pair, pair.toReversed() as [Account, Account]].map(async ([one, other], which) => {
                const browser = browserAt(index + which)
                await browser.signIn(one)
                const answer = await browser.ask('POST', '/auth/sessions', {
                  sessions: [await signed(other, await browser.messageFor(other))],
                })
                return { status: answer.status, me: await (await browser.ask('GET', '/auth/me')).json() }
              }),
            )
            // If the first browser finishes before the second starts, both have the same user. An account must never move to
            // another user.
            const [a, b] = ids
            if (a?.me.id === b?.me.id) expect(ids.map(({ status }) => status)).toEqual([200, 200])
            else
              expect(ids.map(({ status, me }) => [status, me.accounts.length])).toEqual([
                [409, 1],
                [409, 1],
              ])
          }),
        )
      },
    )

    it.skipIf(!isHere)(
      "links only one user's accounts to a browser if two browsers add the same account at the same time",
      async () => {
        const both = await Promise.all(
          Array.from({ length: 40 }, async (_, index) => {
            const [one, shared] = [await newAccount.eip155(), await newAccount.eip155()]
            const [first, second] = [browserAt(index), browserAt(index + 1)]
            const own = await signed(one, await first.messageFor(one))
            const handed = [own, await signed(shared, await first.messageFor(shared))]
            const other = await signed(shared, await second.messageFor(shared))
            return { one, shared, first, second, handed, other }
          }),
        )
        await Promise.all(
          both.map(async ({ one, shared, first, second, handed, other }) => {
            const [answer] = await Promise.all([
              first.ask('POST', '/auth/sessions', { sessions: handed }),
              second.sessions.addSession(other),
            ])
            expect(answer.status).toBe(200)
            const accounts = [`eip155:${one.address}`, `eip155:${shared.address}`].sort()
            for (const browser of [first, second])
              expect((await (await browser.ask('GET', '/auth/me')).json()).accounts.toSorted()).toEqual(
                accounts,
              )
          }),
        )
      },
    )
  })
