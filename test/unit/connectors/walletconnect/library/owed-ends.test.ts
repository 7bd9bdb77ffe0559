import { expect, it } from 'vitest'
import { OwedEnds } from '../../../../../src/connectors/walletconnect/library/owed-ends.ts'
import { withResolvers } from '../../../../../src/core/async/with-resolvers.ts'
import { memoryPlatform } from '../../../../../src/testing/memory-platform.ts'

it('the messages that end two sessions are sent without a pause between them', async () => {
  const { clock, log } = memoryPlatform()
  const first = withResolvers<void>()
  const sent: string[] = []
  const values = new Map<string, unknown>()
  const owed = new OwedEnds({
    client: {
      core: {
        crypto: { encode: async (topic: string) => `the end of ${topic}` },
        relayer: {
          publish: async (topic: string) => {
            sent.push(topic)
            if (topic === 'one') await first.promise
          },
        },
      },
    } as never,
    storage: {
      getItem: async (key: string) => values.get(key) as never,
      setItem: async (key: string, value: unknown) => void values.set(key, value),
    },
    clock,
    log,
    changed: () => {},
  })
  await owed.add('one')
  owed.send()
  await owed.add('two')
  owed.send()
  expect(sent).toEqual(['one'])
  first.resolve()
  await expect.poll(() => sent, { message: 'the ends of both sessions are sent' }).toEqual(['one', 'two'])
  await expect.poll(() => owed.sending, { message: 'nothing is being sent' }).toBe(false)
  owed.end()
})
