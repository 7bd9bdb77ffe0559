// The account's NFTs.

export const nftWords = {
  name: 'nft',
  strings: {
    all: 'All NFTs',
    none: 'No NFTs yet',
    noneAdvice: 'NFTs you receive will appear here.',
    loadFailed: "Couldn't load your NFTs",
    moreFailed: "Couldn't load more NFTs. Try again",
    showHidden: { one: 'Show {count} hidden NFT', other: 'Show {count} hidden NFTs' },
    hideAgain: 'Hide possible spam',
    spam: "This may be spam. Don't open websites that it mentions.",
    collection: 'Collection',
    tokenId: 'Token ID',
    owned: 'You own',
  },
} as const
