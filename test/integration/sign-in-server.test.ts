import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../examples/sign-in-server/store/database.ts'
import { newAccount } from '../support/sign-in-accounts.ts'
import { memoryDatabase, type RunningServer, startSignInServer } from '../support/sign-in-server.ts'
import { visitor } from '../support/sign-in-visitor.ts'

let database: Database
let server: RunningServer

beforeAll(async () => {
  database = await memoryDatabase()
  server = await startSignInServer({ database })
})
afterAll(async () => {
  await server?.close()
  await database?.close()
  expect(server?.errors).toEqual([])
})

describe('signing in', () => {
  it.each(Object.entries(newAccount))(
    'works with an account of %s, is there after a reload, and ends',
    async (_, make) => {
      const account = await make()
      const browser = visitor(server.url)
      expect(await browser.sessionsOf(account)).toEqual([])
      const session = await browser.signIn(account)
      const [found, ...others] = await browser.sessionsOf(account)
      expect(found).toEqual({ ...session, data: { ...session.data } })
      expect(others).toEqual([])
      await browser.sessions.revokeSession(account.chainId, account.address)
      expect(await browser.sessionsOf(account)).toEqual([])
    },
  )
})
