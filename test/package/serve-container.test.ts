import { randomBytes, randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildContainer, type Container, documented } from './container.ts'

const token = randomBytes(32).toString('base64')

/** Runs the steps of the Containerfile as plain commands, with an empty folder in place of its root. */
describe('the container of latchkey serve', () => {
  let container: Container

  beforeAll(async () => {
    container = await buildContainer('serve.Containerfile', {
      ...{ WALLET_PORT: '0', SERVICES_PORT: '0', DESK_PORT: '0', DESK_TOKEN: token },
      WALLET_URL: 'https://wallet.example',
      SERVICES_URL: 'https://services.example',
      DESK_URL: 'https://desk.example',
    })
    const projects = { projects: { app: { origins: ['https://app.example'] } } }
    writeFileSync(join(container.ground, 'config/projects.json'), JSON.stringify(projects))
  })
  afterAll(() => container?.remove())

  async function start(env: NodeJS.ProcessEnv) {
    const { at, stop } = await container.start((printed) => {
      if (!printed.includes('Running until')) return undefined
      const of = (name: string) => {
        const [, port] = new RegExp(`^${name} .*:(\\d+) *$`, 'm').exec(printed) ?? []
        return port === undefined ? undefined : `http://127.0.0.1:${port}`
      }
      return { wallet: of('Embedded wallet'), services: of('Public services'), desk: of("Operator's pages") }
    }, env)
    return { ...at, stop }
  }
  const events = async (desk = '') =>
    (await fetch(`${desk}/events`, { headers: { authorization: `Bearer ${token}` } })).text()

  it('restores its events from a copy of their folder', {
    tags: ['all'],
  }, async () => {
    const first = await start({
      ALLOW_ORIGIN: 'https://app.example',
      NETWORKS: 'sepolia=http://127.0.0.1:9',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'wallet@service.example',
      EMBEDDED_WALLET_KEY: randomBytes(32).toString('base64'),
    })
    expect(await (await fetch(`${first.wallet}/sdk`)).text()).toContain('/sdk/app.js')
    const event = {
      eventId: randomUUID(),
      url: 'https://app.example/',
      domain: 'app.example',
      timestamp: Date.now(),
      props: { type: 'track', event: 'MODAL_OPEN', properties: { connected: false } },
    }
    const sent = await fetch(`${first.services}/e?projectId=app&st=a&sv=1`, {
      method: 'POST',
      headers: { origin: 'https://app.example' },
      body: JSON.stringify(event),
    })
    expect(sent.status).toBe(202)
    expect(await events(first.desk)).toContain('MODAL_OPEN')
    await first.stop()
    const [backup = '', restore = ''] = documented('serve.md', 'tar -cf', 'mkdir -p /data')
    container.run(backup)
    rmSync(join(container.ground, 'data'), { recursive: true })
    container.run(restore)
    const second = await start({ WITHOUT_WALLET: '1' })
    expect(second.wallet).toBeUndefined()
    expect(await events(second.desk)).toContain('MODAL_OPEN')
  })
})
