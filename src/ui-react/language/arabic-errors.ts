import type { ErrorTexts } from './strings.ts'

const mistake = 'حدث خطأ في الصفحة. أبلغ القائمين عليها بهذا الرمز.'
const setUp = 'الصفحة غير مهيّأة لهذا. أبلغ القائمين عليها بهذا الرمز.'
const networkSetUp = 'الصفحة غير مهيّأة لهذه الشبكة. أبلغ القائمين عليها بهذا الرمز.'
const connectFirst = 'يحتاج هذا إلى محفظة. اربط محفظة أولًا.'
const notUsed = 'لا تستخدم هذه الصفحة تلك الشبكة. اختر شبكة من قائمتها.'
const together = 'لا تستطيع المحفظة تنفيذ هذه الخطوات معًا. جرّب محفظة أخرى.'
const unusable = 'أعطت المحفظة أو الشبكة ردًا لا تستطيع هذه الصفحة استخدامه. أعد المحاولة لاحقًا.'
const server = 'لم يقدّم خادم تحتاجه هذه الصفحة ما طُلب منه. تحقّق من اتصالك بالإنترنت، ثم أعد المحاولة.'
const frame = 'لم تستجب المحفظة الموجودة في هذه الصفحة. أعد المحاولة.'
const signIn = 'لا يمكن طلب تسجيل دخولك بعد. اربط محفظة واختر شبكة أولًا.'
const usedEarly = 'استُخدمت المحفظة قبل ربطها. اربط المحفظة أولًا.'

/** Of each code what it means to a visitor. */
export const arabicErrors: ErrorTexts = {
  'caip/invalid-network-id': mistake,
  'caip/invalid-address': mistake,
  'caip/invalid-asset-id': mistake,
  'validation/invalid-input': 'رُفض أحد الحقول، وتذكر الرسالة أيّها ولماذا. صحّح الحقل المذكور.',
  'validation/invalid-amount':
    'المبلغ ليس عددًا عشريًا بسيطًا يقبله الأصل. اكتب أرقامًا بنقطة واحدة على الأكثر وبما لا يزيد على خانات الأصل العشرية، مثل 0.25.',
  'validation/invalid-address':
    'النص ليس عنوانًا على هذه الشبكة، أو كُتب خطأً. انسخه مجددًا من مصدره، ولا تصحّحه يدويًا.',
  'validation/amount-and-receiver-required':
    'طُلب الإرسال دون مبلغ أو دون مستلم. أدخل المبلغ وعنوان المستلم معًا.',
  'validation/token-required': 'طُلب الإرسال دون تحديد ما يُرسل. اختر الرمز المميز المراد إرساله.',
  'validation/unsupported-chain': 'لا يمكن إرسال شيء من هنا على هذه الشبكة. بدّل إلى شبكة أخرى.',
  'validation/account-required': connectFirst,
  'validation/receiver-not-confirmed':
    'يشبه العنوان عنوانًا تعرفه لكنه غيره، أو لا أحد يملك مفتاحه. قارن كل حرف ثم أكّده.',
  'validation/insufficient-balance': 'في الحساب أقل من المبلغ والرسوم معًا. أرسل أقل، أو موّل الحساب أولًا.',
  'validation/invalid-chain-id': mistake,
  'config/invalid-options': setUp,
  'config/conflicting-options': setUp,
  'config/already-created': setUp,
  'config/not-created': setUp,
  'config/not-built': setUp,
  'config/disposed': setUp,
  'config/peer-missing': setUp,
  'config/invalid-app-configuration': setUp,
  'config/origin-not-allowed': setUp,
  'config/invalid-project-id': setUp,
  'config/project-id-not-configured': setUp,
  'config/no-adapter': setUp,
  'config/endpoint-off': setUp,
  'network/not-found': notUsed,
  'network/not-requested': notUsed,
  'network/not-added': 'لا تعرف المحفظة هذه الشبكة ولم تُضف إليها. أضفها في المحفظة، ثم بدّل مجددًا.',
  'network/switch-failed': 'طُلب من المحفظة التبديل وما زالت على شبكة أخرى. بدّل الشبكة في المحفظة نفسها.',
  'network/invalid-chain-id':
    'معرّف السلسلة لدى المحفظة ليس رقمًا، أو أنها رفضت المعرّف الذي أُعطيت. بدّل الشبكة في المحفظة نفسها، وإن تكرر ذلك فأبلغ مطوّريها.',
  'network/wrong-chain':
    'المحفظة ليست على السلسلة التي يخصّها الطلب، ولم يُرسل شيء. بدّل المحفظة إلى الشبكة المطلوبة وأعد المحاولة.',
  'network/endpoint-mismatch': networkSetUp,
  'network/no-endpoint': networkSetUp,
  'connection/not-connected': connectFirst,
  'connection/unknown': 'انتهى الاتصال في هذه الأثناء. اربط المحفظة مجددًا.',
  'connection/no-accounts':
    'المحفظة متصلة لكنها لا تعرض حسابًا لهذه الشبكة. أنشئ حسابًا في المحفظة أو اختر واحدًا.',
  'connection/account-not-connected':
    'الحساب ليس من الحسابات التي تعرضها المحفظة. اختره في المحفظة، أو استخدم حسابًا متصلًا.',
  'connection/connector-not-found': 'المحفظة غير موجودة، وربما أُوقفت. ثبّتها أو فعّلها، ثم أعد تحميل الصفحة.',
  'connection/provider-not-found':
    'أعلنت المحفظة عن نفسها دون وسيلة للتواصل معها. أعد تحميل الصفحة، وإن تكرر ذلك فأعد تثبيت المحفظة.',
  'connection/namespace-not-configured':
    'المحفظة غير متصلة لهذه الشبكة. اربطها مجددًا، واسمح بهذه الشبكة أيضًا.',
  'connection/failed': 'تعذّر ربط المحفظة. أعد المحاولة، وإن تكرر ذلك فأعد تشغيل المحفظة.',
  'connection/disconnect-failed':
    'تعذّر إنهاء اتصال واحد على الأقل لدى المحفظة، وقد انتهى هنا. أزل الاتصال في المحفظة أيضًا.',
  'connection/walletconnect-not-found': 'الصفحة غير مهيّأة لـ WalletConnect. اختر محفظة أخرى.',
  'connection/pairing-expired':
    'لم يُستخدم رابط الاقتران في الوقت المحدد. ابدأ الربط مجددًا وامسح الرمز الجديد.',
  'connection/pairing-attempts':
    'عُرض رابط الاقتران وجُدّد كلما انتهت صلاحيته، ولم يستخدمه أحد. ابدأ الربط مجددًا عندما تكون المحفظة في متناولك.',
  'connection/relay-unreachable':
    'لم يستجب الخادم الذي ينقل الرسائل بين الصفحة والمحفظة. تحقّق من اتصالك بالإنترنت ومن أي مانع محتوى، ثم أعد المحاولة.',
  'session/expired':
    'الاتصال غير صالح بعد أو لم يعد صالحًا، وغالبًا لأن الساعة غير مضبوطة. تحقّق من إعدادات الوقت في جهازك واربط مجددًا.',
  'wallet/user-rejected': 'لقد رفضت الطلب في المحفظة. لم يحدث شيء، ويمكنك إعادة المحاولة متى شئت.',
  'wallet/unauthorized': 'لا تسمح المحفظة لهذا الموقع بما طلبه. اربط المحفظة مجددًا، واسمح بذلك هناك.',
  'wallet/disconnected': 'لا اتصال للمحفظة بأي سلسلة. تحقّق من شبكة المحفظة، ثم أعد المحاولة.',
  'wallet/chain-disconnected':
    'لا اتصال للمحفظة بهذه السلسلة. بدّل الشبكة في المحفظة، أو انتظر حتى تعود متاحة.',
  'wallet/request-pending':
    'تعرض المحفظة طلبًا سابقًا لم يُجب عنه أحد. افتح المحفظة وأجب عن الطلب الموجود هناك.',
  'wallet/invalid-answer': 'تعذّر فهم رد المحفظة ولم يُستخدم. حدّث المحفظة.',
  'wallet/closed-during-request':
    'انقطعت المحفظة أثناء طلب مفتوح، وربما تنفّذه مع ذلك. تحقّق في المحفظة من تنفيذ الطلب قبل تكراره.',
  'wallet/timeout':
    'لم تستجب المحفظة في الوقت المحدد، وربما تنفّذ الطلب مع ذلك. تحقّق في المحفظة من وجود طلب منتظر قبل تكراره.',
  'wallet/request-expired':
    'لم يُجب أحد عن الطلب في المحفظة أثناء صلاحيته. اطلب مجددًا، وأجب في المحفظة خلال خمس دقائق.',
  'wallet/send-in-progress': 'لم يُجب بعد عن معاملة سابقة للحساب نفسه. أجب عنها في المحفظة أولًا.',
  'wallet/send-spent':
    'سُلّم هذا إلى المحفظة من قبل ولا يُسلّم مرتين. تحقّق من إرساله، وإن لم يُرسل فابدأ من جديد.',
  'wallet/fee-above-limit':
    'الرسوم أعلى مما تم الاتفاق عليه، لذا لم يُرسل شيء. راجع الرسوم الجديدة، أو أعد المحاولة لاحقًا.',
  'wallet/feature-unsupported': 'لا تستطيع المحفظة ما يتطلبه هذا. حدّثها، أو اختر محفظة أخرى.',
  'wallet/method-unsupported':
    'لا تستطيع المحفظة ما يتطلبه هذا، أو لم يُسمح لها به. حدّثها، أو اختر محفظة أخرى.',
  'wallet/transaction-altered':
    'ما وقّعته المحفظة ليس ما أُعطيت. لم يُرسل شيء: أعد المحاولة، وإن تكرر ذلك فأبلغ مطوّريها.',
  'calls/capability-unsupported': together,
  'calls/chain-unsupported': together,
  'calls/duplicate-id': together,
  'calls/unknown-id': together,
  'calls/too-large': together,
  'calls/upgrade-rejected': 'لقد رفضت ترقية حسابك التي يتطلبها هذا. اقبلها في المحفظة، ثم أعد المحاولة.',
  'calls/not-atomic': together,
  'adapter/unsupported': 'لا تستطيع هذه المحفظة ذلك، ولم يُطلب منها. استخدم محفظة تستطيع.',
  'adapter/wallet-not-ready': 'المحفظة مثبّتة لكنها مقفلة أو غير معدّة. ألغِ قفل المحفظة وأعد المحاولة.',
  'adapter/load-error': 'تعذّر تحميل برنامج المحفظة. تحقّق من الشبكة ومن أي مانع محتوى، ثم أعد تحميل الصفحة.',
  'adapter/config-error':
    'رفضت المحفظة الطريقة التي تصل بها هذه الصفحة إليها. أبلغ القائمين على الصفحة بهذا الرمز.',
  'adapter/connection-error': 'انقطع الاتصال بالمحفظة أو لم يتم أصلًا. اربط المحفظة مجددًا.',
  'adapter/disconnected': 'أنهت المحفظة الاتصال. اربط المحفظة مجددًا.',
  'adapter/account-error': 'تعذّرت قراءة حساب المحفظة. اختر حسابًا في المحفظة وأعد المحاولة.',
  'adapter/public-key-error': 'تعذّرت قراءة المفتاح العام للمحفظة. اختر حسابًا آخر في المحفظة، أو حدّثها.',
  'adapter/not-connected': usedEarly,
  'adapter/send-transaction-error':
    'أخذت المحفظة المعاملة ولم تستطع إرسالها. تحقّق في المحفظة مما حدث لها، ثم أعد المحاولة.',
  'adapter/sign-transaction-error': 'لم تستطع المحفظة توقيع المعاملة. أعد المحاولة.',
  'adapter/sign-message-error': 'لم تستطع المحفظة توقيع الرسالة. أعد المحاولة.',
  'rpc/parse': unusable,
  'rpc/invalid-request': unusable,
  'rpc/method-unsupported': 'لا تستطيع المحفظة أو الشبكة ما يتطلبه هذا. استخدم محفظة أخرى.',
  'rpc/invalid-params': unusable,
  'rpc/internal': unusable,
  'rpc/invalid-input': unusable,
  'rpc/not-found': unusable,
  'rpc/unavailable': unusable,
  'rpc/transaction-rejected': 'لم تقبل الشبكة المعاملة، ولم يتحرك شيء. أعد المحاولة.',
  'rpc/limit-exceeded': 'الشبكة مشغولة جدًا. انتظر لحظة، ثم أعد المحاولة.',
  'rpc/version': unusable,
  'rpc/unknown': unusable,
  'rpc/invalid-response': unusable,
  'rpc/method-not-allowed': 'لا تفعل هذه المحفظة ما طُلب منها. استخدم محفظة أخرى.',
  'rpc/unreachable': 'لم يستجب أي خادم من خوادم الشبكة. تحقّق من اتصالك بالإنترنت، ثم أعد المحاولة.',
  'rpc/invalid-value': unusable,
  'node/fee-cap-too-high': 'أعلى رسوم للمعاملة تفوق الممكن أو الحد الذي تضعه العقدة. اخفض الرسوم.',
  'node/fee-cap-too-low':
    'أعلى رسوم للمعاملة لا تغطي الرسوم الأساسية للكتلة. ارفع الرسوم، أو انتظر حتى تنخفض الرسوم الأساسية.',
  'node/nonce-too-high': 'تنقص معاملات تسبق هذه. انتظر المعاملات السابقة، أو أعد ضبط سجل الحساب في المحفظة.',
  'node/nonce-too-low':
    'أُرسلت معاملة بهذا الرقم من قبل، وقد تكون هذه نفسها. تحقّق من وجودها على السلسلة قبل الإرسال مجددًا.',
  'node/nonce-max': 'لا يستطيع الحساب إرسال مزيد من المعاملات. استخدم حسابًا آخر.',
  'node/insufficient-funds': 'رصيد الحساب لا يغطي المبلغ وأعلى رسوم ممكنة. موّل الحساب، أو أرسل أقل.',
  'node/intrinsic-gas-too-high': 'حد الغاز للمعاملة أعلى من حد الكتلة. اخفض حد الغاز.',
  'node/intrinsic-gas-too-low': 'حد الغاز لا يكفي حتى لبيانات المعاملة. ارفعه، أو اتركه فارغًا ليُقدَّر.',
  'node/transaction-type-unsupported':
    'لا تعرف الشبكة هذا النوع من المعاملات. أبلغ القائمين على الصفحة بهذا الرمز.',
  'node/tip-above-fee-cap': 'رسوم الأولوية أعلى من أعلى رسوم. اخفض رسوم الأولوية، أو ارفع أعلى رسوم.',
  'node/execution-reverted':
    'توقف العقد بسبب خطأ، وتذكر الرسالة السبب إن وُجد. صحّح ما يذكره السبب، وهو غالبًا رصيد أو إذن أو قيمة.',
  'node/bad-signature':
    'فحصت العقدة التوقيع، وهو ليس توقيع المرسل على هذه المعاملة في هذه السلسلة. وقّع مجددًا، وإن تكرر ذلك فالمحفظة توقّع لسلسلة أخرى أو لإصدار آخر منها.',
  'node/transaction-expired':
    'المعاملة الموقّعة صالحة لعدد من الكتل، وقد مضت. أرسل مجددًا، ووافق في المحفظة في وقت أقرب.',
  'node/transaction-failed':
    'فشلت المعاملة، أو لم يعد ممكنًا قبولها. دُفعت الرسوم إن أخذتها كتلة، ولم يتحرك شيء آخر.',
  'node/fee-too-low': 'الرسوم أقل مما تقبله الشبكة. اعرض رسومًا أعلى، ثم أرسل مجددًا.',
  'http/status': server,
  'http/timeout': server,
  'http/unreachable': server,
  'http/redirected': server,
  'http/invalid-body': server,
  'frame/load-failed':
    'تعذّر تحميل المحفظة الموجودة في هذه الصفحة. تحقّق من أي مانع محتوى، ثم أعد تحميل الصفحة.',
  'frame/aborted': frame,
  'frame/request-aborted': frame,
  'frame/error': frame,
  'frame/not-set': frame,
  'frame/request-timeout': frame,
  'frame/invalid-request': 'ما أدخلته ناقص أو بصيغة أخرى. صحّحه ثم أعد المحاولة.',
  'frame/taken': 'تعرض هذه الصفحة محفظة بالفعل. أغلق تسجيل الدخول الآخر أولاً أو أعد تحميل الصفحة.',
  'frame/failed': 'رفضت المحفظة الموجودة في هذه الصفحة. اتبع ما تقوله الرسالة أو أعد المحاولة.',
  'frame/cooldown': 'أُرسلت إليك رسالة بريد قبل لحظات. انتظر المدة المذكورة في الرسالة.',
  'data/balances-failed': 'تعذّرت قراءة ما تملكه. المعروض أقدم، وستُعاد القراءة بعد نصف دقيقة.',
  'data/history-failed': 'تعذّرت قراءة قائمة معاملاتك. أعد المحاولة لاحقًا.',
  'siwx/not-enabled': 'لا تطلب منك هذه الصفحة تسجيل الدخول.',
  'siwx/no-address': signIn,
  'siwx/no-network': signIn,
  'siwx/no-client': signIn,
  'siwx/signature-declined': 'لم يُسجَّل دخولك لأن شيئًا لم يُوقَّع. أعد المحاولة متى شئت.',
  'siwx/smart-account': 'قد لا تعرف هذه الصفحة هذا النوع من الحسابات. استخدم حسابًا آخر في محفظتك.',
  'siwx/initialize-failed': 'تعذّر بدء تسجيل الدخول. اربط محفظتك مجددًا، أو حاول لاحقًا.',
  'siwx/invalid-message': 'ما وُقّع ليس ما طلبته هذه الصفحة، لذلك لم يُسجَّل دخولك. أعد المحاولة.',
  'siwx/changed-message': 'ما وُقّع ليس ما طلبته هذه الصفحة، لذلك لم يُسجَّل دخولك. أعد المحاولة.',
  'siwx/wrong-domain': 'ما وُقّع ليس ما طلبته هذه الصفحة، لذلك لم يُسجَّل دخولك. أعد المحاولة.',
  'siwx/wrong-uri': 'ما وُقّع ليس ما طلبته هذه الصفحة، لذلك لم يُسجَّل دخولك. أعد المحاولة.',
  'siwx/wrong-chain': 'ما وُقّع ليس ما طلبته هذه الصفحة، لذلك لم يُسجَّل دخولك. أعد المحاولة.',
  'siwx/wrong-address': 'ما وُقّع ليس ما طلبته هذه الصفحة، لذلك لم يُسجَّل دخولك. أعد المحاولة.',
  'siwx/wrong-nonce': 'ما وُقّع ليس ما طلبته هذه الصفحة، لذلك لم يُسجَّل دخولك. أعد المحاولة.',
  'siwx/issued-in-future': 'وقت تسجيل الدخول غير صحيح. تحقّق من ساعة هذا الجهاز، ثم أعد المحاولة.',
  'siwx/too-old': 'وقت تسجيل الدخول غير صحيح. تحقّق من ساعة هذا الجهاز، ثم أعد المحاولة.',
  'siwx/not-yet-valid': 'وقت تسجيل الدخول غير صحيح. تحقّق من ساعة هذا الجهاز، ثم أعد المحاولة.',
  'siwx/expired': 'وقت تسجيل الدخول غير صحيح. تحقّق من ساعة هذا الجهاز، ثم أعد المحاولة.',
  'siwx/invalid-signature': 'ما وُقّع ليس ما طلبته هذه الصفحة، لذلك لم يُسجَّل دخولك. أعد المحاولة.',
  'siwx/unverifiable': 'تعذّر التحقق من تسجيل دخولك. أعد المحاولة لاحقًا.',
  'siwx/other-user': 'هذا الحساب لمستخدم آخر. سجّل الخروج، ثم سجّل الدخول بهذا الحساب وحده.',
  'siwx/server-failed': 'تعذّر التحقق من تسجيل دخولك. أعد المحاولة لاحقًا.',
  'siwx/not-authenticated': 'تعذّر بدء تسجيل الدخول. اربط محفظتك مجددًا، أو حاول لاحقًا.',
  'siwx/no-message-params': 'تعذّر بدء تسجيل الدخول. اربط محفظتك مجددًا، أو حاول لاحقًا.',
  'siwx/verify-failed': 'ما وُقّع ليس ما طلبته هذه الصفحة، لذلك لم يُسجَّل دخولك. أعد المحاولة.',
  'siwx/siwe-failed': 'تعذّر التحقق من تسجيل دخولك. أعد المحاولة لاحقًا.',
  'siwx/incomplete-session': 'تعذّر بدء تسجيل الدخول. اربط محفظتك مجددًا، أو حاول لاحقًا.',
  'name/resolve-failed': 'تعذّر البحث عن الاسم. تحقّق من كتابته، أو أعد المحاولة لاحقًا.',
  'name/suggestions-failed': 'تعذّر الحصول على اقتراحات. أعد المحاولة لاحقًا.',
  'name/reverse-failed': 'تعذّر البحث عن أسماء عنوان. أعد المحاولة لاحقًا.',
  'name/register-failed': 'لم يُسجَّل الاسم. اختر اسمًا آخر، أو أعد المحاولة لاحقًا.',
  'name/network-not-found': 'لا توجد شبكة لتسجيل اسم عليها. اختر شبكة أولًا.',
  'name/connector-not-found':
    'تُسجَّل الأسماء بالمحفظة المدمجة، وهي غير متصلة. سجّل الدخول بالبريد أو بحساب اجتماعي أولًا.',
  'swap/gas-price-unsupported': 'ليس لدى الخدمة سعر غاز لهذه الشبكة. بدّل إلى شبكة يتاح فيها التبادل.',
  'swap/unsupported': 'التبادل غير متاح على هذه الشبكة. بدّل إلى شبكة يتاح فيها.',
  'solana/connection-not-set': networkSetUp,
  'solana/no-public-key': 'لا تعرض المحفظة مفتاحًا عامًا. اختر حسابًا في المحفظة.',
  'solana/wallet-not-connected': usedEarly,
  'solana/account-not-found': 'الحساب غير موجود على السلسلة. موّل الحساب، أو تحقّق من العنوان.',
  'solana/address-not-found': 'لا تعرض المحفظة عنوانًا. اختر حسابًا في المحفظة.',
  'solana/empty-result': 'ردّت المحفظة بلا شيء. أعد المحاولة، وإن تكرر ذلك فحدّث المحفظة.',
  'solana/invalid-chain-id':
    'ليس لدى المحفظة سلسلة باسم هذه الشبكة أو بمعرّفها. اختر شبكة موجودة لدى المحفظة.',
  'solana/invalid-transactions': 'تعذّر فهم رد المحفظة. استخدم محفظة أخرى.',
  'solana/version-unsupported': 'لا تستطيع المحفظة توقيع هذا النوع من المعاملات. استخدم محفظة أخرى.',
  'flow/aborted': 'أُلغي ذلك. ابدأ من جديد متى شئت.',
  'flow/superseded': 'حلّ محله ما هو أحدث، وهو مستمر.',
  'internal/unexpected':
    'حدث خطأ لم يتوقعه أحد. أعد المحاولة، وإن تكرر ذلك فأبلغ القائمين على الصفحة بهذا الرمز.',
}
