import type { Page } from '../../ports.ts'

/** The id of the connector to the Safe around the page. Facts 4.1. */
export const safeId = 'safe'

/** Where Safes are opened, unless the host names other pages. Facts 5.4. */
const safeOrigins: readonly string[] = ['https://app.safe.global']

/** The origin of the Safe in which the page is shown as a Safe App; undefined elsewhere. */
export function safeAround(
  { parent }: Pick<Page, 'parent'>,
  origins: readonly string[] = safeOrigins,
): string | undefined {
  const around = parent?.origin
  return around && origins.some((one) => new URL(one).origin === around) ? around : undefined
}
