export interface DocsPage {
  /** The page's name on the site. */
  readonly name: string
  /** The path from the root of the repository. */
  readonly path: string
  readonly title: string
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
export function withoutPictures(text: string): string
