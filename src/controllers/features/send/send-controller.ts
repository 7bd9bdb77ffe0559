import { type LazyFeature, lazyFeature } from '../../base/lazy-feature.ts'
import type { SendCalls, SendDeps, SendEvents, SendState } from './send.ts'

/**
 * One transfer at a time: what, how much, to whom, and what it costs. Specification 1, sections 3, 4 and 5; facts 3.7. A
 * host's own form can call it as the modal does.
 */
export type SendController = LazyFeature<SendState, SendCalls, SendEvents>

export function createSend(deps: SendDeps): SendController {
  return lazyFeature<SendState, SendCalls, SendEvents>(
    {
      sendTokenAmount: '',
      receiver: '',
      resolving: false,
      warnings: [],
      receiverConfirmed: false,
      lacks: 'token',
      reviewing: false,
      loading: false,
    },
    [
      'setToken',
      'setAmount',
      'setMaximum',
      'setReceiver',
      'confirmReceiver',
      'prepareReview',
      'sendToken',
      'resetSend',
    ],
    deps,
    async (host) => new (await import('./send-engine.ts')).SendEngine(deps, host),
  )
}
