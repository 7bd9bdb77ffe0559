export interface ServedPages {
  readonly origin: string
  /** The modules in each built script. */
  readonly scripts: ReadonlyMap<string, readonly string[]>
  gzipOf(path: string): number
  isOurs(path: string): boolean
  close(): Promise<void>
}
export function servePages(names: readonly string[]): Promise<ServedPages>
