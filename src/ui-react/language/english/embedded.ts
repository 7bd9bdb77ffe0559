// Login to the embedded wallet.

export const methodWords = {
  name: 'method',
  strings: {
    or: 'or',
    continueWithWallet: 'Continue with a wallet',
  },
} as const

export const socialWords = {
  name: 'social',
  strings: {
    continueWith: 'Continue with {name}',
    more: 'More',
    logInWith: 'Log in with {name}',
    inWindow: 'Connect in the provider window',
    retrieving: 'Retrieving user data',
    loadingUser: 'Loading user data',
    scan: 'Scan this code with your phone to continue in Farcaster.',
    code: 'Code to scan with your phone, for Farcaster',
    makingCode: 'Making the code…',
    continueInFarcaster: 'Continue in Farcaster',
    approveInFarcaster: 'Approve the login there, then come back to this page.',
    openFarcaster: 'Open Farcaster',
  },
} as const

export const emailWords = {
  name: 'email',
  strings: {
    label: 'Email',
    submit: 'Continue with email',
    invalid: 'Invalid email. Try again.',
    sending: 'Sending the email…',
    codeHeading: 'Enter the code we sent to',
    codeExpires: 'The code is good for a few minutes.',
    digit: 'Digit {n} of the code',
    checking: 'Checking the code…',
    tryAgain: '{reason}. Try Again',
    notReceived: "Didn't receive it?",
    resend: 'Resend Code',
    resendIn: 'Resend in {seconds}s',
    resent: 'Code email resent',
    deviceHeading: 'Approve the link we sent to',
    deviceAdvice:
      'This browser is new to your account. Open the link in the email, then come back to this page.',
    deviceExpires: 'The link is good for a few minutes.',
    resendEmail: 'Resend email',
    newEmail: 'New email',
    save: 'Save',
    cancel: 'Cancel',
    change: 'Change email',
    somethingWrong: 'Something wrong?',
    again: 'Try again',
    againIn: 'Try again in {seconds}s',
  },
} as const

export const upgradeWords = {
  name: 'upgrade',
  strings: {
    upgrade: 'Upgrade your wallet',
    upgradeNote: 'Keep its key, or take it elsewhere',
    where: 'Your wallet has a page of its own. Only you can look into it, and this is what you do there.',
    keep: 'Keep your key',
    keepText: 'Save a recovery file or a passkey, so that a lost browser takes nothing with it.',
    browsers: 'See your browsers',
    browsersText: 'Look which ones were let in, and forget one that you do not use.',
    take: 'Move to another wallet',
    takeText: 'Show the secret phrase and take it there. Then connect to this page again with that wallet.',
    open: 'Open {host}',
  },
} as const
