// Sign-in with a wallet.

export const signInWords = {
  name: 'signIn',
  strings: {
    // For an app without a name.
    app: 'this app',
    required:
      "Sign a message to prove that this account is yours. It's free. Canceling disconnects your wallet.",
    optional: "Sign a message to prove that this account is yours. It's free, and you can do it later.",
    account: 'Account',
    network: 'Network',
    site: 'Site',
    message: 'What you sign',
    sign: 'Sign',
    signing: 'Signing…',
    cancel: 'Cancel',
    cancelling: 'Cancelling…',
    refused: 'The site refused the sign-in',
    unchecked: "The site couldn't check the sign-in",
    declined: "You didn't sign. Try again when you're ready.",
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
