import { isObject } from '../../core/json/is-object.ts'

type Item = Readonly<Record<string, unknown>>

/** Returns whether the text can be the address of a mint. */
export function isMint(value: unknown): value is string {
  return typeof value === 'string' && /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(value)
}

const part = (value: unknown): Item => (isObject(value) ? value : {})

/** Returns the parts of an asset of the DAS API. An absent part is empty. */
export function assetParts(item: Item) {
  const content = part(item.content)
  const [file] = Array.isArray(content.files) ? content.files : []
  const grouping = Array.isArray(item.grouping) ? item.grouping.filter(isObject) : []
  const collection = grouping.find((group) => group.group_key === 'collection')
  return {
    metadata: part(content.metadata),
    links: part(content.links),
    file: part(file),
    tokenInfo: part(item.token_info),
    compression: part(item.compression),
    collection: part(collection?.collection_metadata),
  }
}
