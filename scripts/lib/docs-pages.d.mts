export interface DocsPage {
  /** The name of its page on the site. */
  readonly name: string
  /** Its path from the repository root. */
  readonly path: string
  readonly title: string
  /** Its first sentence. */
  readonly summary: string
  /** The text without comments for tests. */
  readonly text: string
}

export interface DocsChapter {
  readonly title: string
  readonly pages: readonly DocsPage[]
}

export function downloads(): readonly string[]
export function chapters(): readonly DocsChapter[]
export function llmsIndex(all: readonly DocsChapter[]): string
export function llmsFull(all: readonly DocsChapter[]): string
