/** Gzip sizes in bytes. */
export function weighModal(): Promise<{
  readonly load: { readonly gzip: number; readonly files: number }
  readonly connect: number
  readonly views: readonly { readonly name: string; readonly own: number; readonly gzip: number }[]
}>
