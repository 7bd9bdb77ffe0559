import type { Visitor } from './visitor.ts'

/** After the first login of an account, the wallet asks in its frame for a place for the recovery file: later. */
export async function putOffRecovery({ page, titled }: Visitor): Promise<void> {
  const frame = page.frameLocator('#w3m-iframe')
  await titled('Approve Transaction')
  await frame.getByRole('heading', { name: 'Keep your recovery file' }).waitFor()
  await page.waitForTimeout(600)
  await frame.getByRole('button', { name: 'Later' }).click()
}
