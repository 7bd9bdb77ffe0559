import { describe, expect, it } from 'vitest'
import { chainQueries } from '../../../../src/adapters/cosmos/chain/client.ts'
import type { JsonRpcPort } from '../../../../src/ports.ts'

/** Requests a simulation from a node that refuses every simulation with this log. */
function simulated(log: string): Promise<unknown> {
  const rpc = { request: async () => ({ response: { code: 18, log } }) } as unknown as JsonRpcPort
  return chainQueries(rpc).ask('cosmos.tx.v1beta1.Service', 'Simulate', new Uint8Array())
}

describe('a simulation that a cosmos network refuses', () => {
  it.each([
    [
      'the network does not know the type of a message',
      'unable to resolve type URL /cosmos.staking.v1beta1.MsgDelegate: tx parse error',
      'validation/invalid-input',
      /messages.*the network doesn't know the type \/cosmos\.staking\.v1beta1\.MsgDelegate/,
    ],
    [
      'a message fails',
      'failed to execute message; message index: 0: validator does not exist: unknown request',
      'node/execution-reverted',
      /: validator does not exist/,
    ],
    [
      'a message fails because something does not exist',
      'failed to execute message; message index: 0: port ID (transfer) channel ID (channel-999): channel not found: unknown request',
      'node/execution-reverted',
      /: port ID \(transfer\) channel ID \(channel-999\): channel not found/,
    ],
    [
      'a message fails because a contract could not read from another contract',
      'failed to execute message; message index: 0: x: query wasm contract failed: execute wasm contract failed',
      'node/execution-reverted',
      /: x: query wasm contract failed/,
    ],
    [
      'the balance does not cover a payment',
      'failed to execute message; message index: 0: 5uatom is smaller than 7uatom: insufficient funds',
      'node/insufficient-funds',
      /./,
    ],
  ])('causes an error with the reason if %s', async (_, log, code, message) => {
    await expect(simulated(log)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
      details: expect.stringContaining(log),
    })
  })
})
