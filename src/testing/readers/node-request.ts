import { endpointUrl } from '../../transport/endpoint-url.ts'

/**
 * Returns the target of a request to a node, and the header with the credentials of the node's URL. `fetch` refuses a URL that
 * contains credentials.
 * @param path A path below the node's URL, with a leading slash. The URL's query stays behind it.
 */
export function nodeRequest(
  url: string,
  path = '',
): { readonly target: string; readonly authorization: Readonly<Record<string, string>> } {
  const { url: target, authorization = {} } = endpointUrl(url)
  if (target && path) target.pathname = target.pathname.replace(/\/+$/, '') + path
  return { target: target?.href ?? url, authorization }
}
