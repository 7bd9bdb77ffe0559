/**
 * The interfaces to everything outside the core. Platforms implement these interfaces, and all other code gets the
 * implementations as arguments. So only the platforms differ between tests, servers and browsers.
 */

/** Stops what a call has started. A second call does nothing. */
export type Unsubscribe = () => void

export interface CallOptions {
  /** If the signal aborts, the call rejects with `flow/aborted`, and no longer changes the state. */
  readonly signal?: AbortSignal | undefined
}

export interface RpcRequest {
  readonly method: string
  readonly params?: readonly unknown[] | object | undefined
}

/**
 * All JSON-RPC endpoints of one network. Sends reads in batches, repeats reads and broadcasts after failures, and prefers the
 * best endpoints. Sends any other request once. Rejects with a `LatchkeyError`.
 */
export interface JsonRpcPort {
  request<T = unknown>(call: RpcRequest, opts?: CallOptions): Promise<T>
}

/**
 * All HTTP API endpoints of one network. Sends identical requests once, repeats requests after failures, and prefers the best
 * endpoints. Paths start with a slash. Rejects with a `LatchkeyError`. The error `http/status` has the response, so that its
 * body can be read.
 */
export interface HttpPort {
  /** Reads JSON. Resolves with undefined if the path doesn't exist (404). */
  json(path: string, opts?: CallOptions): Promise<unknown>
  /** Reads a text. Resolves with undefined if the path doesn't exist (404). */
  text(path: string, opts?: CallOptions): Promise<string | undefined>
  /**
   * Broadcasts a signed transaction, and resolves with the text of the response. If an endpoint doesn't answer, the next
   * endpoint gets the same bytes. This is safe, because the bytes have the same hash.
   */
  post(path: string, body: string, opts?: CallOptions): Promise<string>
}

/** The time in ms. `now` is the wall-clock time. To cancel a timer, call the function that `after` or `every` returns. */
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

/** Texts by key, like `localStorage`. Each method may throw. `services/persistence` handles the errors. */
export interface KeyValueStore {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
  keys(): readonly string[]
  /**
   * With Web Locks, calls `run` while holding the lock that all tabs share for the same store. In a browser without Web Locks,
   * calls `run` at once. If the method returns a promise, this promise resolves when `run` is done.
   */
  exclusively?(run: () => void): unknown
  /** Reports keys that another tab wrote or removed. `null` means all keys. */
  onExternalChange?(listener: (key: string | null) => void): Unsubscribe
}

export type Fetch = (input: string | URL, init?: RequestInit) => Promise<Response>

/** What is known about the page and the browser. These values don't change while the page is open (S1.2, S1.5, S2.5). */
export interface PageTraits {
  readonly mobile: boolean
  readonly ios: boolean
  readonly android: boolean
  readonly mac: boolean
  /** Whether the user agent contains "Safari". Also true in Chrome and similar browsers. */
  readonly safari: boolean
  /** Whether the browser is Apple's Safari, on any device. An iPad reports itself as a Mac. */
  readonly appleSafari: boolean
  readonly telegram: boolean
  /** Whether the visitor turned on Save-Data, or the browser reported a connection as slow as 2G when the client was created. */
  readonly saveData: boolean
  /** Whether the page is in a frame. */
  readonly framed: boolean
}

/** The window in which to open a link. */
export type LinkTarget = '_self' | '_top' | '_blank'

/** A window that the page opened. The type has only the properties that pages of other origins may access. */
export interface PageWindow {
  readonly closed: boolean
  /** Set this to null before navigating, so that the opened page can neither access nor navigate this page. */
  opener?: unknown
  /** Set `href` to navigate the window. */
  readonly location: { href: string }
  close(): void
}

/** The page that contains this page in a frame. */
export interface ParentPage {
  /** The origin of the page. Undefined if the browser doesn't reveal it. */
  readonly origin: string | undefined
  /** Sends a message to the parent page. The browser delivers the message only if the parent page has this origin. */
  post(message: unknown, origin: string): void
  /** Returns whether the parent page sent a `message` event. */
  sent(event: Event): boolean
}

/** How to create a frame. */
export interface FrameSpec {
  /** The attributes of the iframe element. `id` must be unique in the page. */
  readonly attributes: Readonly<Record<string, string>> & { readonly id: string; readonly src: string }
  readonly style: Readonly<Record<string, string>>
}

/** A frame with a page of another origin. */
export interface PageFrame {
  /** The iframe element, which the modal shows. */
  readonly element: HTMLElement
  /** Whether the frame is still in the page. The host may have removed it. */
  readonly attached: boolean
  /**
   * Sends a message to the frame. The browser delivers the message only if the frame's page has this origin. Returns false if the
   * frame isn't in the page.
   */
  post(message: unknown, origin: string): boolean
  /** Listens to messages from the frame's own window. Ignores events that scripts of this page created. */
  onMessage(listener: (data: unknown, origin: string) => void): Unsubscribe
  /** Calls the listener when the frame has loaded or failed to load. */
  onLoad(listener: (loaded: boolean) => void): Unsubscribe
  remove(): void
}

/**
 * The place of the embedded wallet's frame. The frame is placed only once, because moving an iframe reloads it. If the modal has
 * a host element, the frame is in this element, so that visitors can click the frame while the dialog makes the rest of the page
 * inert. Without a host element, the frame is in the body, and the modal doesn't make the page inert.
 */
export interface Frames {
  /** The current frame. */
  readonly current: PageFrame | undefined
  /** The host elements of the mounted modals. Their `frame` slot shows the frame. The latest host is used. */
  readonly hosts: Set<HTMLElement>
  /**
   * Loads the code that adds frames, and adds a frame to the page. Resolves with undefined if the page already has an element
   * with this id.
   */
  put(spec: FrameSpec): Promise<PageFrame | undefined>
}

/**
 * The page in which the core runs. On a server, values are undefined or false, the page counts as visible and online, and there
 * are no events.
 */
export interface Page {
  readonly kind: 'browser' | 'node'
  /** The page's location. Undefined if there is no document. */
  readonly location: { readonly origin: string; readonly hostname: string; readonly href: string } | undefined
  readonly traits: PageTraits
  /**
   * The global object on which clients register their names. All copies of Latchkey in the page share this object. A second
   * client with the same name is refused, because both clients would write to the same storage.
   */
  readonly realm: object
  /** Returns a property of `window`, such as `ethereum`. Returns undefined if the property doesn't exist or its getter throws. */
  global(name: string): unknown
  /** Listens to a window event. */
  listen(event: string, listener: (event: Event) => void): Unsubscribe
  /** Dispatches an event on `window`. If there is a detail, the event is a `CustomEvent`. */
  dispatch(event: string, detail?: unknown): void
  /** Calls the function when the browser is idle, at the latest after `limit` ms (default: 1,000). Never calls it on a server. */
  whenIdle(run: () => void, limit?: number): Unsubscribe
  /** Navigates to the link, or opens it in a window without an opener. Doesn't check whether the link is safe. */
  open(url: string, target: LinkTarget): void
  /**
   * Opens a window and returns it. Returns null if the browser blocks the window. The method is undefined if the platform has no
   * windows.
   */
  popup?(url: string, name: string, features: string): PageWindow | null
  readonly parent?: ParentPage | undefined
  /** Undefined if there is no document. */
  readonly frames?: Frames | undefined
  /**
   * Sends the body with `navigator.sendBeacon`, even if the page closes. Returns false if the browser refuses. The method is
   * undefined if the browser doesn't support beacons.
   */
  beacon?(url: string, body: string): boolean
  visible(): boolean
  online(): boolean
}

/**
 * The health of nodes, by URL: for example, whether a node failed and isn't used for a while. If you pass the same map to all
 * code that calls the same nodes, every part of the code knows of each failure. The map is kept only in memory.
 */
export type NodeHealth = Map<string, object>

/** The environment of a client. */
export interface Platform {
  readonly clock: Clock
  readonly storage: KeyValueStore
  readonly page: Page
  readonly log: Logger
  readonly fetch: Fetch
  /** Shares the health of nodes with other code, such as a wallet in the same program. Default: the client's own. */
  readonly health?: NodeHealth | undefined
}
