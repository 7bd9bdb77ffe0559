import { describe, expect, it } from 'vitest'
import { askServer } from '../../../../src/siwx/sessions/ask-server.ts'

const refusal = (answer: object) =>
  askServer(async () => Response.json(answer, { status: 400 }), 'https://app.example/sign-in/sessions', {
    method: 'POST',
  }).catch((error: unknown) => error)

describe("a sign-in server's refusal", () => {
  it('is a plain sentence if the server returns only a code', async () => {
    expect(await refusal({ code: 'siwx/wrong-domain' })).toMatchObject({
      code: 'siwx/wrong-domain',
      message: 'The sign-in server refused the sign-in (siwx/wrong-domain)',
    })
  })

  it('has the values that the server returns', async () => {
    expect(
      await refusal({ code: 'siwx/wrong-domain', value: 'evil.example', expected: 'app.example' }),
    ).toMatchObject({
      code: 'siwx/wrong-domain',
      message: 'The sign-in is for "evil.example", not for "app.example"',
    })
  })
})
