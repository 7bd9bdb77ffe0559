export const root: string
export function bin(command: string, from?: string): string
export function postgresFolder(): string | undefined
