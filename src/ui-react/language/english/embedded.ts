// Login to the embedded wallet.

export const socialWords = {
  name: 'social',
  strings: {
    continueWith: 'Continue with {name}',
    more: 'More',
    logInWith: 'Log in with {name}',
    inWindow: 'Continue in the window that opened.',
    openAgain: 'Open the window again',
    retrieving: 'Retrieving your data',
    loadingUser: 'Loading your data',
    scan: 'Scan this code with your phone to continue in Farcaster.',
    code: 'QR code for Farcaster',
    makingCode: 'Creating the code…',
    continueInFarcaster: 'Continue in Farcaster',
    approveInFarcaster: 'Confirm the login there, then come back to this page.',
    openFarcaster: 'Open Farcaster',
  },
} as const

export const emailWords = {
  name: 'email',
  strings: {
    label: 'Email',
    intro: "We'll send you an email to log in.",
    submit: 'Continue with email',
    invalid: 'Invalid email. Try again.',
    sending: 'Sending the email…',
    codeHeading: 'Enter the code we sent to',
    codeExpires: 'The code expires in a few minutes.',
    digit: 'Digit {n} of the code',
    checking: 'Checking the code…',
    tryAgain: '{reason}. Try Again',
    notReceived: "Didn't receive it?",
    resend: 'Resend code',
    resendIn: 'Resend in {seconds}s',
    resent: 'Code email resent',
    deviceHeading: 'Approve the link we sent to',
    deviceAdvice:
      'This browser is new to your account. Open the link in the email, then come back to this page.',
    deviceExpires: 'The link expires in a few minutes.',
    resendEmail: 'Resend email',
    newEmail: 'New email',
    save: 'Save',
    cancel: 'Cancel',
    change: 'Edit email',
    somethingWrong: 'Something wrong?',
    again: 'Try again',
    againIn: 'Try again in {seconds}s',
  },
} as const

export const upgradeWords = {
  name: 'upgrade',
  strings: {
    upgrade: 'Upgrade your wallet',
    upgradeNote: 'Back up or move your wallet',
    where: 'Your wallet has its own page, which only you can access. There you can:',
    keep: 'Back up your wallet',
    keepText: 'Save a recovery file or a passkey, so you keep your wallet if you lose this browser.',
    browsers: 'Check your browsers',
    browsersText: "See signed-in browsers and remove any you don't use.",
    take: 'Move to another wallet',
    takeText: 'Show the secret phrase and enter it there. Then connect to this page again with that wallet.',
    open: 'Open {host}',
  },
} as const
