// Account names.

export const accountNameWords = {
  name: 'accountName',
  strings: {
    heading: 'Choose your account name',
    advice: 'Give your account a name that others can send to in place of its address.',
    start: 'Choose name',
    label: 'Name',
    hint: 'your-name',
    submit: 'Choose name',
    short: 'At least 4 characters',
    characters: 'Letters, digits and hyphens only',
    already: 'This account has a name already',
    available: 'Available',
    registered: 'Registered',
    others: 'Names that are free',
    sign: 'Sign the message in {wallet}. It costs nothing.',
    success: 'Account name chosen successfully',
    successAdvice: 'Others can send to {name} now.',
    go: "Let's Go!",
  },
} as const
