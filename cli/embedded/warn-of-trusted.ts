import type { Context } from '../context.ts'

/** Warns of pages on which visitors approve in the frame, since such a page can get an approval unseen. */
export function warnOfTrusted(
  { out }: Context,
  { approveInFrame = [] }: { readonly approveInFrame?: readonly string[] | undefined },
): void {
  for (const origin of approveInFrame)
    out.log(
      out.errorColor.yellow(
        `WARNING: Visitors of ${origin} approve inside the page (--approve-in-frame). Any script on it can hide a request and take a click for an approval.`,
      ),
    )
}
