/**
 * The interfaces to everything outside the core. Platforms implement them, and all other code takes them as arguments, so that
 * tests, servers and browsers differ only here.
 */

/** Stops what the call started. Calling it twice is harmless. */
export type Unsubscribe = () => void

export interface CallOptions {
  /** Aborting rejects the call with `flow/aborted`; no state changes after that. */
  readonly signal?: AbortSignal | undefined
}

export interface RpcRequest {
  readonly method: string
  readonly params?: readonly unknown[] | object | undefined
}

/** All JSON-RPC endpoints of one network. Batches and retries requests, and ranks the endpoints. Rejects with a `LatchkeyError`. */
export interface JsonRpcPort {
  request<T = unknown>(call: RpcRequest, opts?: CallOptions): Promise<T>
}

/**
 * All HTTP API endpoints of one network. Shares identical requests, retries requests, and ranks the endpoints. Paths start with a
 * slash. Rejects with a `LatchkeyError`; `http/status` carries the response, whose body can be read.
 */
export interface HttpPort {
  /** Undefined if the path doesn't exist (404). */
  json(path: string, opts?: CallOptions): Promise<unknown>
  /** Undefined if the path doesn't exist (404). */
  text(path: string, opts?: CallOptions): Promise<string | undefined>
  /**
   * Broadcasts a signed transaction. If an endpoint doesn't answer, the next endpoint gets the same bytes, which have the same
   * hash. Resolves with the response's text.
   */
  post(path: string, body: string, opts?: CallOptions): Promise<string>
}

/** Time in milliseconds. `now` is wall-clock time. Call the result of `after` or `every` to cancel the timer. */
export interface Clock {
  now(): number
  after(ms: number, run: () => void): Unsubscribe
  every(ms: number, run: () => void): Unsubscribe
}

export interface Logger {
  debug(message: string, ...details: unknown[]): void
  warn(message: string, ...details: unknown[]): void
  error(message: string, ...details: unknown[]): void
}

/** Strings by key, like `localStorage`. Any method may throw; `services/persistence` handles that. */
export interface KeyValueStore {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
  keys(): readonly string[]
  /**
   * Calls `run` while no other tab runs such a function for the same store, if the browser has Web Locks. Otherwise calls `run` at
   * once. If this returns a promise, the promise resolves once `run` is done.
   */
  exclusively?(run: () => void): unknown
  /** Reports keys that another tab wrote or removed; `null` means all keys. */
  onExternalChange?(listener: (key: string | null) => void): Unsubscribe
}

export type Fetch = (input: string | URL, init?: RequestInit) => Promise<Response>

/** Properties of the page and browser that don't change while the page lives (S1.2, S1.5, S2.5). */
export interface PageTraits {
  readonly mobile: boolean
  readonly ios: boolean
  readonly android: boolean
  readonly mac: boolean
  /** Also true in Chrome and similar browsers, whose user agent includes "Safari". */
  readonly safari: boolean
  /** Apple's Safari, on any device. An iPad reports itself as a Mac. */
  readonly appleSafari: boolean
  readonly telegram: boolean
  /** The visitor enabled Save-Data, or the browser measured a connection as slow as 2G when the client was created. */
  readonly saveData: boolean
  /** Whether the page is in another page's frame. */
  readonly framed: boolean
}

/** The window to open a link in. */
export type LinkTarget = '_self' | '_top' | '_blank'

/** A window that the page opened, limited to what other origins may access. */
export interface PageWindow {
  readonly closed: boolean
  /** Set this to null before navigating, so that the opened page can't access or navigate this page. */
  opener?: unknown
  /** Set `href` to navigate. */
  readonly location: { href: string }
  close(): void
}

/** The page that frames this one. */
export interface ParentPage {
  /** Undefined if the browser doesn't reveal the origin. */
  readonly origin: string | undefined
  /** Posts a message, delivered only if the parent page has that origin. */
  post(message: unknown, origin: string): void
  /** Whether the parent page sent a `message` event. */
  sent(event: Event): boolean
}

/** How to create a frame. */
export interface FrameSpec {
  /** Attributes of the iframe element; `id` must be unique in the page. */
  readonly attributes: Readonly<Record<string, string>> & { readonly id: string; readonly src: string }
  readonly style: Readonly<Record<string, string>>
}

/** A frame with a page of another origin. */
export interface PageFrame {
  /** The iframe element, which the modal shows. */
  readonly element: HTMLElement
  /** Whether the frame is still in the page; the host may have removed it. */
  readonly attached: boolean
  /** Posts a message, delivered only if the frame's page has that origin. False if the frame isn't in the page. */
  post(message: unknown, origin: string): boolean
  /** Receives messages from the frame's own window only, not events that scripts of this page dispatched. */
  onMessage(listener: (data: unknown, origin: string) => void): Unsubscribe
  /** Called when the frame has loaded, or failed to load. */
  onLoad(listener: (loaded: boolean) => void): Unsubscribe
  remove(): void
}

/**
 * Holds the embedded wallet's frame. The frame is placed once, because moving an iframe reloads it. If the modal has a host
 * element, the frame goes there. It then stays clickable while the dialog makes the rest of the page inert. Otherwise the frame
 * goes into the body, and the modal doesn't make the page inert.
 */
export interface Frames {
  /** The current frame. */
  readonly current: PageFrame | undefined
  /** The mounted modals' host elements, whose `frame` slot shows the frame. The latest one is used. */
  readonly hosts: Set<HTMLElement>
  /** Places a frame, after loading the code for it. Undefined if the page already has an element with this id. */
  put(spec: FrameSpec): Promise<PageFrame | undefined>
}

/** The page that the core runs in. On a server, values are undefined or false and no events fire. */
export interface Page {
  readonly kind: 'browser' | 'node'
  /** Undefined if there's no document. */
  readonly location: { readonly origin: string; readonly hostname: string; readonly href: string } | undefined
  readonly traits: PageTraits
  /**
   * The global object where clients register their names. All copies of Latchkey in the page share it. A second client with the
   * same name is refused, because it would write to the same storage.
   */
  readonly realm: object
  /** A property of `window`, such as `ethereum`. Undefined if the property is absent or its getter throws. */
  global(name: string): unknown
  /** Listens to a window event. */
  listen(event: string, listener: (event: Event) => void): Unsubscribe
  /** Dispatches an event on window; a `CustomEvent` if there's a detail. */
  dispatch(event: string, detail?: unknown): void
  /** Runs when the browser is idle, at the latest after `limit` ms (default: 1,000). Never runs on a server. */
  whenIdle(run: () => void, limit?: number): Unsubscribe
  /** Navigates to the link, or opens it in a window without an opener. Doesn't check whether the link is safe. */
  open(url: string, target: LinkTarget): void
  /** Opens a window and returns it; null if the browser blocks it. Absent if there are no windows. */
  popup?(url: string, name: string, features: string): PageWindow | null
  readonly parent?: ParentPage | undefined
  /** Absent if there's no document. */
  readonly frames?: Frames | undefined
  /**
   * Queues the body with `navigator.sendBeacon`, which sends it even if the page closes. False if the browser refuses it.
   * Absent without beacon support.
   */
  beacon?(url: string, body: string): boolean
  visible(): boolean
  online(): boolean
}

/** The environment of a client. */
export interface Platform {
  readonly clock: Clock
  readonly storage: KeyValueStore
  readonly page: Page
  readonly log: Logger
  readonly fetch: Fetch
}
