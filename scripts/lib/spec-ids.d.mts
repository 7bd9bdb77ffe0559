export interface SpecPage {
  /** From the root of the repository. */
  readonly path: string
  readonly text: string
}
export function specPages(): readonly SpecPage[]
export function idsIn(text: string): {
  readonly sections: readonly string[]
  readonly requirements: readonly string[]
}
export function citable(pages: readonly { readonly text: string }[]): ReadonlySet<string>
