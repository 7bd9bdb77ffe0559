/** What a catalogue has pictures of; a network's and a connector's picture is an asset. Specification 2, section 7. */
export type PictureKind = 'wallet' | 'asset' | 'currency' | 'token'

/** A wallet as a catalogue lists it. Specification 1, section 3, "Wallet catalogue entry"; facts 2.3. */
export interface CatalogueWallet {
  readonly id: string
  readonly name: string
  readonly rdns?: string | null | undefined
  /** CAIP-2 ids; absent: any. */
  readonly chains?: readonly string[] | undefined
  /** A picture of the catalogue. */
  readonly image_id?: string | undefined
  /** A picture of the app's own. */
  readonly image_url?: string | undefined
  readonly homepage?: string | null | undefined
  readonly mobile_link?: string | null | undefined
  /** The universal link that stands for `mobile_link`. */
  readonly link_mode?: string | null | undefined
  readonly desktop_link?: string | null | undefined
  readonly webapp_link?: string | null | undefined
  readonly app_store?: string | null | undefined
  readonly play_store?: string | null | undefined
  readonly chrome_store?: string | null | undefined
  readonly badge_type?: 'none' | 'certified' | null | undefined
}
