// Account names.

export const accountNameWords = {
  name: 'accountName',
  strings: {
    heading: 'Choose your account name',
    advice: 'A name that others can send to instead of your address.',
    start: 'Choose name',
    label: 'Name',
    hint: 'your-name',
    submit: 'Choose name',
    short: 'At least 4 characters',
    characters: 'Letters, digits and hyphens only',
    already: 'This account already has a name',
    available: 'Available',
    registered: 'Registered',
    others: 'Available names',
    sign: "Sign the message in {wallet}. It's free.",
    success: 'Account name chosen successfully',
    successAdvice: 'Others can now send to {name}.',
    go: "Let's go!",
  },
} as const
