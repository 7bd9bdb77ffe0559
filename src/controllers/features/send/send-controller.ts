import { type LazyCalls, lazyFeature } from '../../base/lazy-feature.ts'
import type { SendCalls, SendDeps, SendEvents, SendState } from './send.ts'

/**
 * Runs one transfer at a time: token, amount, recipient and fee (S1.3, S1.4, S1.5, S3.3.7). A host can use this controller for
 * its own form, as the modal does.
 */
export class SendController
  extends lazyFeature<SendState, SendCalls, SendEvents>()(
    'setToken',
    'setAmount',
    'setMaximum',
    'setReceiver',
    'confirmReceiver',
    'prepareReview',
    'sendToken',
    'resetSend',
  )
  implements LazyCalls<SendCalls>
{
  constructor(deps: SendDeps) {
    super(
      {
        sendTokenAmount: '',
        receiver: '',
        resolving: false,
        warnings: [],
        receiverConfirmed: false,
        missing: 'token',
        reviewing: false,
        loading: false,
      },
      deps,
      async (host) => new (await import('./send-engine.ts')).SendEngine(deps, host),
    )
  }
}
