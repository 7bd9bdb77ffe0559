import { expect, it } from 'vitest'
import { runCli } from './support/run-cli.ts'

/** test/package/install.test.ts tests the whole check, with the built package. */

it('latchkey check -w embedded runs only the families that the embedded wallet supports', async () => {
  const ran = await runCli(['check', '--wallet', 'embedded', '--family', 'cosmos', '--json'])
  expect(ran.code).toBe(2)
  expect(ran.json().error?.message).toContain("the embedded wallet doesn't support cosmos")
})

it.each([
  [['check', '-w', 'embedded', '--relayed']],
  [['check', '-w', 'embedded', '-n', 'sepolia', '--max-spend', '1']],
])(
  'latchkey check -w embedded refuses the arguments %j, because the check always uses a new account and free tokens',
  async (argv) => {
    const ran = await runCli([...argv, '--json'])
    expect(ran.code).toBe(2)
    expect(ran.json().error?.message).toMatch(/embedded wallet/)
    expect(ran.stderr).not.toContain('serves')
  },
)

it.each([['balance'], ['connect'], ['sign message hello']])(
  'latchkey %s refuses the embedded wallet with an error that names this wallet',
  async (line) => {
    const ran = await runCli([...line.split(' '), '--wallet', 'embedded', '--json'])
    expect(ran.code).toBe(2)
    expect(ran.json().error?.message).toBe('wallet: the embedded wallet works only in a check')
    expect(ran.json().error?.hint).toContain('latchkey check --wallet embedded')
  },
)

it('latchkey check -w embedded says how to install a missing browser', {
  tags: ['ci'],
}, async () => {
  const ran = await runCli(['check', '--wallet', 'embedded', '--family', 'eip155', '--json'], {
    env: { PATH: '' },
  })
  expect(ran.json().error).toMatchObject({ code: expect.stringMatching(/^cli\/no-(browser|wallet-page)$/) })
})
