/** A runtime of a real chain, with its metadata from @polkadot/types-support. */
export interface KnownRuntime {
  readonly metadata: `0x${string}`
  readonly versions: {
    readonly specName: string
    readonly specVersion: number
    readonly transactionVersion: number
  }
}

export async function knownRuntime(name: string, version: 'v14' | 'v15'): Promise<KnownRuntime> {
  const folder = `@polkadot/types-support/metadata/${version}/${name}`
  const [hex, versions] = (await Promise.all([import(`${folder}-hex`), import(`${folder}-ver`)])).map(
    (module) => module.default,
  ) as [string, KnownRuntime['versions']]
  // Metadata of version 15 is stored as the runtime returns it: as an optional list of bytes. So skip the bytes before
  // the metadata.
  return { metadata: `0x${hex.slice(hex.indexOf('6d657461'))}`, versions }
}
