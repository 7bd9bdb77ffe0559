import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fileStore } from '../../cli/state/file-store.ts'
import { stateDir } from '../../cli/state/home.ts'
import { writePrivate } from '../../cli/state/private-file.ts'
import { runCli, tempDir } from './support/run-cli.ts'

describe('the session file', () => {
  const store = () => {
    const path = join(tempDir(), 'session.json')
    return { path, store: fileStore(path, () => {}), again: fileStore(path, () => {}) }
  }

  it('gives another program what this one wrote, and takes it away again', () => {
    const { path, store: one, again } = store()
    expect(one.get('a')).toBeNull()
    expect(existsSync(path)).toBe(false)
    one.set('a', '1')
    again.set('b', '2')
    expect(one.keys()).toEqual(['a', 'b'])
    again.remove('a')
    expect(one.get('a')).toBeNull()
    expect(one.get('b')).toBe('2')
  })

  it('is replaced whole, leaving nothing beside it', () => {
    const { path, store: one } = store()
    for (let at = 0; at < 20; at++) one.set('a', String(at))
    expect(readdirSync(join(path, '..'))).toEqual(['session.json'])
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('stays as it was when it cannot be written', () => {
    const { path, store: one } = store()
    one.set('a', '1')
    expect(() => writePrivate(join(path, 'below', 'a', 'file'), 'x')).toThrow()
    expect(one.get('a')).toBe('1')
  })

  it.each(['', '{', 'null', '[]', '"x"', '{"a":1}', '{"__proto__":{"polluted":1}}'])(
    'counts as empty when it says %j',
    (text) => {
      const { path, store: one } = store()
      writeFileSync(path, text, { mode: 0o600 })
      expect(one.keys()).toEqual([])
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
      one.set('b', '2')
      expect(one.get('b')).toBe('2')
    },
  )

  it.each([
    '{',
    'null',
    '{}',
    '{"wallet":1}',
    '{"wallet":"dev:alice","address":"0x","network":{"caipNetworkId":"eip155:1"}}',
  ])('with a record that says %j is no session', async (record) => {
    const env = { LATCHKEY_HOME: tempDir() }
    writeFileSync(join(env.LATCHKEY_HOME, 'session.json'), JSON.stringify({ 'cli/wallet': record }), {
      mode: 0o600,
    })
    for (const argv of [
      ['status', '--json'],
      ['doctor', '--json'],
    ])
      expect((await runCli(argv, { env })).json()).toMatchObject({ ok: true })
    expect((await runCli(['balance', '--json'], { env })).code).toBe(4)
  })
})

describe('the state folder', () => {
  it('is where XDG says, unless LATCHKEY_HOME names another', () => {
    expect(stateDir({ HOME: '/home/me' })).toBe(join('/home/me', '.local', 'state', 'latchkey'))
    expect(stateDir({ HOME: '/home/me', XDG_STATE_HOME: '/state' })).toBe(join('/state', 'latchkey'))
    expect(stateDir({ HOME: '/home/me', XDG_STATE_HOME: '/state', LATCHKEY_HOME: '/mine' })).toBe('/mine')
  })

  it('gets nothing from a command line that is refused', async () => {
    const home = join(tempDir(), 'home')
    const env = { LATCHKEY_HOME: home }
    const hostile = [
      '../../x',
      '/etc/passwd',
      '$(touch x)',
      '`id`',
      '--',
      '',
      '\u0000',
      'dev:../alice',
      '__proto__',
      'a'.repeat(100_000),
    ]
    for (const word of hostile) {
      for (const argv of [
        [word],
        ['connect', '-w', word],
        ['connect', '-w', 'dev:alice', '-n', word],
        ['switch', word],
        ['check', word],
      ]) {
        const ran = await runCli([...argv, '--json'], { env })
        expect(ran.code).not.toBe(0)
        if (word !== '--') expect(ran.json().ok).toBe(false)
      }
    }
    expect(existsSync(home)).toBe(false)
    expect(existsSync('x')).toBe(false)
  })

  it('holds no devnet after one that crashed', async () => {
    const env = { LATCHKEY_HOME: tempDir() }
    const status = {
      id: 'x',
      pid: 2 ** 22 - 1,
      networks: [],
      tokens: [],
      nodes: [],
      accounts: {},
      startedAt: '',
    }
    writeFileSync(join(env.LATCHKEY_HOME, 'devnet.json'), JSON.stringify(status))
    expect((await runCli(['devnet', 'status', '--json'], { env })).json().data).toEqual({ running: false })
    expect((await runCli(['devnet', 'stop'], { env })).code).toBe(0)
    expect(readFileSync(join(env.LATCHKEY_HOME, 'devnet.json'), 'utf8')).toContain('"x"')
  })
})
