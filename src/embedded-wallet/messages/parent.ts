/** The page around this frame. */
export interface Parent {
  readonly origin: string
  /** Hands a message to it, as long as it is of that origin. */
  post(message: unknown): void
  /** Hands on what it says, and nothing that anybody else says. */
  listen(hear: (data: unknown) => void): void
}

/** The part of a window that finding the parent takes. */
export interface FrameWindow {
  readonly parent: unknown
  readonly document: { readonly referrer: string }
  readonly location: { readonly ancestorOrigins?: { readonly 0?: string | undefined } | undefined }
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
}

/**
 * The origin of the page around this frame, by the browser's word; undefined where there is none or it cannot be known. Where
 * a browser has no `ancestorOrigins` it is that of the referrer: should that be of another page than the parent, then what is
 * posted to it reaches nobody, and nobody is heard.
 */
export function parentOrigin(self: FrameWindow): string | undefined {
  if (self.parent === self) return undefined
  const origin = self.location.ancestorOrigins?.[0] ?? originOf(self.document.referrer)
  // What is in a sandbox without an origin, or in a file, is nobody in particular.
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
