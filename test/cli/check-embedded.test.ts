import { expect, it } from 'vitest'
import { runCli } from './support/run-cli.ts'

/** The check itself runs on the package as it is built: test/package/install.test.ts. */

it('has the families of the embedded wallet only', async () => {
  const ran = await runCli(['check', '--wallet', 'embedded', '--family', 'cosmos', '--json'])
  expect(ran.code).toBe(2)
  expect(ran.json().error?.message).toContain('the embedded wallet has no cosmos')
})

it.each([
  [['check', '-w', 'embedded', '--relayed']],
  [['check', '-w', 'embedded', '-n', 'sepolia', '--max-spend', '1']],
])('takes the embedded wallet only where its account can be new and its coins free: %j', async (argv) => {
  const ran = await runCli([...argv, '--json'])
  expect(ran.code).toBe(2)
  expect(ran.json().error?.message).toMatch(/embedded wallet/)
  expect(ran.stderr).not.toContain('serves')
})

it.each([['balance'], ['connect'], ['sign message hello']])(
  'latchkey %s refuses it by name',
  async (line) => {
    const ran = await runCli([...line.split(' '), '--wallet', 'embedded', '--json'])
    expect(ran.code).toBe(2)
    expect(ran.json().error?.message).toBe('wallet: the embedded wallet works only in a check')
    expect(ran.json().error?.hint).toContain('latchkey check --wallet embedded')
  },
)

it('says how to get a browser, and starts nothing that it leaves running', { tags: ['ci'] }, async () => {
  const ran = await runCli(['check', '--wallet', 'embedded', '--family', 'eip155', '--json'], {
    env: { PATH: '' },
  })
  expect(ran.json().error).toMatchObject({ code: expect.stringMatching(/^cli\/no-(browser|wallet-page)$/) })
})
