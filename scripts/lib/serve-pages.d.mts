export interface ServedPages {
  readonly origin: string
  /** The built scripts, each with the modules that it contains. */
  readonly scripts: ReadonlyMap<string, readonly string[]>
  gzipOf(path: string): number
  isOurs(path: string): boolean
  close(): Promise<void>
}
export function servePages(names: readonly string[]): Promise<ServedPages>
