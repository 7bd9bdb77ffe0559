export const marker: string
export function sizeReport(head: string, base: string | undefined): string
