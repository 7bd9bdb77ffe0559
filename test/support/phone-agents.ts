const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const ipad = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const pixel = 'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A) AppleWebKit/537.36 (KHTML, like Gecko)'

/** User agents of browsers on phones, and of web views in apps. */
export const agents = {
  safariIos: `${iphone} Version/18.5 Mobile/15E148 Safari/604.1`,
  safariIpad: `${ipad} Version/18.5 Safari/605.1.15`,
  chromeIos: `${iphone} CriOS/137.0.7151.51 Mobile/15E148 Safari/604.1`,
  chromeIpad: `${ipad} CriOS/137 Version/11.1.1 Safari/605.1.15`,
  firefoxIos: `${iphone} FxiOS/139.0 Mobile/15E148 Safari/605.1.15`,
  chromeAndroid:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36',
  firefoxAndroid: 'Mozilla/5.0 (Android 15; Mobile; rv:139.0) Gecko/139.0 Firefox/139.0',
  samsung:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
  webViewIos: `${iphone} Mobile/15E148`,
  webViewIpad: ipad,
  webViewAndroid:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/137.0.0.0 Mobile Safari/537.36',
  instagramIos: `${iphone} Mobile/15E148 Instagram 382.0.0.31.95 (iPhone15,2; iOS 18_5; en_US)`,
  instagramAndroid: `${pixel} Version/4.0 Chrome/137.0.0.0 Mobile Safari/537.36 Instagram 382.0.0.49.84 Android`,
  facebookIos: `${iphone} Mobile/15E148 [FBAN/FBIOS;FBAV/515.0.0.30.90;FBDV/iPhone15,2]`,
  facebookAndroid: `${pixel} Version/4.0 Chrome/137.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/515.0.0.42.101;]`,
  xIos: `${iphone} Mobile/15E148 Twitter for iPhone/11.2`,
  line: `${iphone} Mobile/15E148 Safari Line/15.9.0`,
  tiktok: `${iphone} Mobile/15E148 musical_ly_40.1.0 BytedanceWebview/d8a21c6`,
} as const
