export const entries: Readonly<Record<string, string>>
export const reactEntries: Readonly<Record<'react/index' | 'appkit-react/index' | 'viem-react/index', string>>
