// Sign-in with a wallet.

export const signInWords = {
  name: 'signIn',
  strings: {
    heading: '{app} needs to connect to your wallet',
    // For an app without a name.
    app: 'Dapp',
    required:
      'Sign a message to prove that this account is yours. It costs nothing. Cancelling disconnects your wallet.',
    optional:
      'Sign a message to prove that this account is yours. It costs nothing, and you can do it later.',
    account: 'Account',
    network: 'Network',
    site: 'Site',
    message: 'What you sign',
    sign: 'Sign',
    signing: 'Signing…',
    cancel: 'Cancel',
    cancelling: 'Cancelling…',
    declined: 'You did not sign. Try again when you are ready.',
  },
} as const

export const signedInWords = {
  name: 'signedIn',
  strings: {
    signIn: 'Sign in',
    signedIn: 'Signed in',
    signOut: 'Sign out',
  },
} as const
