/** What the wallet says to its visitor. */
export const words = {
  idle: 'Nothing waits for approval',
  preparing: 'Preparing the request',
  approve: 'Approve',
  decline: 'Decline',
  claims: (name: string) => `Calls itself “${name}”`,
  asks: 'asks you to',
  network: 'Network',
  request: 'Request',
  details: 'Details',
  lacks: {
    attention: 'Click or tap here first, then approve.',
    sight: 'Something covers this request. You can approve when all of it is in view.',
    knowledge: 'This browser cannot tell whether something covers this request. Open it in a window.',
  },
  openWindow: 'Open in a window',
  blocked: 'The browser did not open a window. Allow windows for this page and try again.',
  inWindow: 'Continue in the window',
  inWindowText: 'The request waits in a window of the wallet. Closing it declines.',
  noRequest: 'This request is not open any more',
  noRequestText: 'You can close this window.',
  keep: 'Keep your recovery file',
  keepText: 'Without it, this browser alone can sign. With it and your login, any browser can.',
  keepWhy:
    'The key of your wallet is in three parts: one in this browser, one at the wallet’s service, and one for you to keep. Any two open it.',
  keepLater: 'Until you keep yours, the wallet is lost if this browser loses its data.',
  keepButton: 'Save file',
  keptTitle: 'Your recovery file is saved',
  goOn: 'Continue',
  later: 'Later',
  keeping: 'Making the file…',
  kept: 'Saved. Keep the file in a safe place.',
  bring: 'Use your recovery file',
  bringText:
    'This browser does not have the key of your wallet yet. Your recovery file and your login bring it here.',
  bringButton: 'Choose file',
  bringing: 'Checking the file…',
  notHere: 'This page may not use the wallet',
  notHereText: (origin: string | undefined) =>
    origin === undefined
      ? 'The wallet opens only inside the pages that its service allows.'
      : `The wallet's service does not allow ${origin}.`,
  down: 'The wallet cannot be reached',
  downText: 'Check the connection, then try again.',
  again: 'Try again',
} as const
