export interface DocsPage {
  /** The name of its page on the site. */
  readonly name: string
  /** Its file, from the root of the project. */
  readonly path: string
  readonly title: string
  /** Its first sentence. */
  readonly summary: string
  /** As it is read: without what is for tests. */
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
