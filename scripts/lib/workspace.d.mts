export const root: string
export function bin(command: string, from?: string): string
