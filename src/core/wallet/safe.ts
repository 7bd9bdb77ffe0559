import type { Page } from '../../ports.ts'

/** The id of the connector for the Safe that frames the page (S3.4.1). */
export const safeId = 'safe'

/** The default origins of Safe's web app (S3.5.4). */
const safeOrigins: readonly string[] = ['https://app.safe.global']

/** Returns the origin of the Safe that frames the page as a Safe App. Returns undefined if no Safe frames the page. */
export function safeAround(
  { parent }: Pick<Page, 'parent'>,
  origins: readonly string[] = safeOrigins,
): string | undefined {
  const around = parent?.origin
  return around && origins.some((one) => new URL(one).origin === around) ? around : undefined
}
