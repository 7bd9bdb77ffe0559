/**
 * The maximum size of a response, in bytes. This limit is far above any expected response. It prevents a hostile server from
 * exhausting the memory.
 */
const most = 10_000_000

/** Returns whether the response is a redirect. With `redirect: 'manual'`, browsers reveal only its type. */
export function isRedirect({ type, status }: Pick<Response, 'type' | 'status'>): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304)
}

/** Reads the body. If the body is too large, stops and returns undefined. */
export async function readBody(response: Response): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reader = response.body?.getReader()
  if (!reader) return new Uint8Array(await response.arrayBuffer())
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return joined(chunks, size)
    chunks.push(value)
    size += value.length
    if (size > most) {
      reader.cancel().catch(() => {})
      return undefined
    }
  }
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}
