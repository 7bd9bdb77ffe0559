/** The page that embeds this frame. */
export interface Parent {
  readonly origin: string
  /** Posts a message to the page, if the page's origin is still the same. */
  post(message: unknown): void
  /** Listens to messages of the page only. */
  listen(hear: (data: unknown) => void): void
}

/** The part of `Window` needed to find the parent. */
export interface FrameWindow {
  readonly parent: unknown
  readonly document: { readonly referrer: string }
  readonly location: { readonly ancestorOrigins?: { readonly 0?: string | undefined } | undefined }
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
}

/**
 * Returns the origin of the embedding page as the browser reports it, or undefined if there is no embedding page or its origin
 * is unknown. Without `ancestorOrigins`, returns the referrer's origin. If the parent has a different origin, nothing leaks:
 * the browser drops the messages to the parent, and the wallet accepts no messages from the parent.
 */
export function parentOrigin(self: FrameWindow): string | undefined {
  if (self.parent === self) return undefined
  const origin = self.location.ancestorOrigins?.[0] ?? originOf(self.document.referrer)
  // An opaque origin (a sandboxed frame or a file) identifies no one.
  return origin === 'null' ? undefined : origin
}

export function parentOf(self: FrameWindow, origin: string): Parent {
  const { parent } = self
  return {
    origin,
    post: (message) => (parent as Window).postMessage(message, origin),
    listen(hear) {
      self.addEventListener('message', (event) => {
        if (event.source === parent && event.origin === origin) hear(event.data)
      })
    },
  }
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined
}
