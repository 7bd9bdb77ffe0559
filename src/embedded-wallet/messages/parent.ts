/** The page that contains this frame. */
export interface Parent {
  readonly origin: string
  /** Sends a message to the page if its origin hasn't changed. */
  post(message: unknown): void
  /** Listens to messages from this page only. */
  listen(hear: (data: unknown) => void): void
}

/** The members of `Window` that are needed to find the page. */
export interface FrameWindow {
  readonly parent: unknown
  readonly document: { readonly referrer: string }
  readonly location: { readonly ancestorOrigins?: { readonly 0?: string | undefined } | undefined }
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
}

/**
 * Returns the origin of the page that contains this frame, as the browser reports it. Returns undefined if there is no such page
 * or its origin is unknown. Without `ancestorOrigins`, returns the referrer's origin. If the referrer's origin isn't the page's
 * real origin, nothing leaks: the browser drops the messages to the page, and the wallet accepts no messages from it.
 */
export function parentOrigin(self: FrameWindow): string | undefined {
  if (self.parent === self) return undefined
  const origin = self.location.ancestorOrigins?.[0] ?? originOf(self.document.referrer)
  // An opaque origin, of a sandboxed frame or a file, doesn't identify a page.
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
