interface Size {
  readonly raw: number
  readonly gzip: number
  readonly brotli: number
}
export function bundle(
  code: string,
  options?: { readonly external?: readonly string[] },
): Promise<{
  readonly initial: Size
  readonly initialText: string
  readonly total: Size
  readonly inputs: readonly string[]
}>
