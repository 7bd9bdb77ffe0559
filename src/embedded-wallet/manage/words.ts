/** The texts of the wallet's own page. */
export const manageWords = {
  logIn: 'Log in to your wallet',
  logInText: "We'll email you a code.",
  email: 'Email address',
  code: 'Code from the email',
  next: 'Continue',
  checking: 'Checking…',
  link: 'Open the link in the email',
  linkText: "It approves this browser. Then we'll email you a code.",
  wallet: 'Your wallet',
  back: 'Back',
  keep: 'Back up your wallet',
  bring: 'Use your recovery file',
  show: 'Show secret phrase',
  devices: 'Signed-in browsers',
  replace: 'Replace a lost recovery file',
  logOut: 'Log out',
  alone: 'Restore without the service',
  undo: 'Undo the replacement',
  again: "Confirm it's you",
  againText: (email: string) => `Before you continue, we'll email a code to ${email}.`,
  noEmail:
    'The secret phrase needs a code by email, and your account has no email address. Add an address in the app first, then come back.',
  mailCode: 'Email me a code',
  phrase: 'Secret phrase',
  phraseText:
    'Anyone with these 24 words controls this wallet forever. No website and no support team needs them. Make sure no one can see your screen.',
  reveal: 'Show words',
  hide: 'Hide',
  hidden: 'The words are hidden again.',
  paths: (eip155: string, solana: string) =>
    `${eip155} is at m/44'/60'/0'/0/0, ${solana} at m/44'/501'/0'/0'.`,
  thisOne: 'This browser',
  loggedOut: 'Logged out',
  forget: 'Remove',
  replaceText:
    'Replace the file if someone else may have it. Older files and passkeys stop working, and your other browsers need the new file. Your addresses stay the same.',
  replaceButton: 'Replace and save',
  undoText: (date: string) =>
    `The parts of this wallet's key were replaced on ${date}, and this browser's part stopped working. If you replaced them, use your new recovery file. If you didn't, undo it with your old file or passkey: it works again, in your other browsers too, and the newer parts and other passkeys stop working. If the old parts were deleted, which happens after 30 days, you'll save a new file or passkey instead. Then look at your signed-in browsers.`,
  usePasskey: 'Use a passkey',
  aloneText:
    'This browser and your recovery file or passkey restore the key together, even without the service or a connection. Then move the words to another wallet.',
  failed: "That didn't work.",
} as const
