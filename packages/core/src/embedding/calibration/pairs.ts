/** A question and a passage that answers it. */
export type Pair = readonly [question: string, passage: string]

/** A script in which models are measured, by its Unicode name. */
export type ScriptName = keyof typeof calibrationPairs

/**
 * Questions with the passages that answer them, by script. The difference between right and wrong passages shows the scale of a
 * model's cosines, and which scripts it cannot read. The passages share few words with their questions, as notes do.
 */
export const calibrationPairs = {
  Latin: readPairs(`
    When does the night ferry leave? | Departure from the eastern quay is at 22:40 every evening except Sunday.
    How do I descale the kettle? | Boil a cup of vinegar with water in it, wait an hour, then rinse twice.
    Which database did we pick for the billing service? | After comparing three candidates the team settled on PostgreSQL, since invoices need transactions.
    What is the dog allergic to? | The vet says that Bruno must not eat chicken; his skin gets red and itchy.
    Why did the deployment fail on Friday? | The release was rolled back because a migration locked the orders table for nine minutes.
    where are the spare keys | A second set hangs in the garage, behind the paint tins on the upper shelf.
    How long do access tokens live? | Credentials expire after fifteen minutes and are renewed silently in the background.
    Who looks after the garden while we are away? | Mrs. Okafor next door waters the tomatoes from 3 to 17 August.
    best bread recipe so far | Mix 500 g of rye flour with sourdough, let it rise overnight and bake at 230 degrees.
    What did the doctor say about the knee? | Torn meniscus: no running for six weeks, physiotherapy on Tuesdays.
    Which fonts do we use on the website? | Headlines are set in Inter, body text in Source Serif at 17 pixels.
    How can I retry a job that got stuck? | Call the queue with --requeue and the identifier; the worker takes it up within a minute.
    What are the plans for the winter holiday? | We rent a hut near Innsbruck in February and learn to ski.
    Is the heating contract cancelled? | The gas supplier confirmed on 4 May that our agreement ends with the quarter.
    Which books should I read about stoicism? | Start with the letters of Seneca, then Marcus Aurelius in the translation by Hays.
    What does error E7013 mean? | The sensor reports this code if the battery falls below 3.1 volts.
    How much did the new roof cost? | The carpenter charged 18,400 euros including scaffolding and insulation.
    Who is responsible for the customer newsletter? | Ana writes the monthly mail to our clients; Tomasz proofreads it.
    Why is the sky red in the evening? | Low sunlight crosses more air, which scatters blue away and leaves long wavelengths.
    How do we store user passwords? | Secrets are hashed with Argon2id and a salt of their own for each account.
    Which train goes to the airport? | Take line S8 from the main station; the ride lasts forty minutes.
    Wann hat Oma Geburtstag? | Großmutter wird am 9. November achtzig; wir feiern im Gasthof am See.
    ¿Dónde guardamos las copias de seguridad? | Los respaldos se suben cada noche a un servidor en Madrid y se conservan treinta días.
    Comment réserver la salle de réunion ? | Pour utiliser la grande pièce du deuxième étage, inscrivez-vous dans le calendrier partagé.
  `),
  Han: readPairs(`
    夜班渡轮几点出发? | 除周日外,每晚十点四十分从东码头开船。
    怎么清除水壶里的水垢? | 倒入白醋和水煮开,静置一小时,再冲洗两遍。
    为什么上周五部署失败了? | 因为数据迁移把订单表锁了九分钟,所以版本被回滚。
    狗对什么过敏? | 兽医说布鲁诺不能吃鸡肉,否则皮肤会发红发痒。
    访问令牌的有效期是多长? | 凭证十五分钟后失效,并在后台自动续期。
    備用鑰匙放在哪裡? | 另一串掛在車庫上層架子的油漆罐後面。
    膝盖的检查结果怎么样? | 半月板撕裂,六周内不能跑步,每周二做理疗。
    新屋顶花了多少钱? | 木匠连脚手架和保温层一共收了一万八千四百欧元。
  `),
  Hiragana: readPairs(`
    夜のフェリーは何時に出ますか? | 日曜日を除いて毎晩22時40分に東の埠頭から出航します。
    やかんの水あかはどうやって取る? | 酢と水を入れて沸かし、一時間おいてから二回すすぎます。
    金曜日のデプロイはなぜ失敗した? | 移行処理が注文テーブルを九分間ロックしたため、リリースを戻しました。
    犬は何のアレルギーがありますか? | 獣医によるとブルーノは鶏肉を食べると皮膚が赤くかゆくなります。
    アクセストークンの有効期限は? | 認証情報は十五分で切れ、裏で自動的に更新されます。
    合鍵はどこにありますか? | もう一組はガレージの上の棚、ペンキ缶の後ろにかけてあります。
    膝について医者は何と言った? | 半月板が切れているので、六週間は走らず、火曜日にリハビリをします。
    新しい屋根はいくらかかった? | 大工の請求は足場と断熱材を含めて一万八千四百ユーロでした。
  `),
  Hangul: readPairs(`
    야간 여객선은 몇 시에 출발하나요? | 일요일을 제외하고 매일 밤 10시 40분에 동쪽 부두에서 떠납니다.
    주전자의 물때는 어떻게 없애나요? | 식초와 물을 넣고 끓인 뒤 한 시간 두었다가 두 번 헹굽니다.
    금요일 배포는 왜 실패했나요? | 마이그레이션이 주문 테이블을 9분 동안 잠가서 이전 버전으로 되돌렸습니다.
    개는 무엇에 알레르기가 있나요? | 수의사는 브루노가 닭고기를 먹으면 피부가 붉어지고 가렵다고 합니다.
    액세스 토큰은 얼마나 유효한가요? | 인증 정보는 15분 뒤에 만료되고 뒤에서 자동으로 갱신됩니다.
    여분의 열쇠는 어디에 있나요? | 다른 한 벌은 차고 위 선반의 페인트 통 뒤에 걸려 있습니다.
    무릎에 대해 의사가 뭐라고 했나요? | 반월판이 찢어져 6주 동안 달리지 말고 화요일마다 물리치료를 받으라고 했습니다.
    새 지붕은 비용이 얼마였나요? | 목수는 비계와 단열을 포함해 18,400유로를 청구했습니다.
  `),
  Cyrillic: readPairs(`
    Во сколько уходит ночной паром? | Отправление с восточного причала каждый вечер в 22:40, кроме воскресенья.
    Как удалить накипь из чайника? | Вскипятите воду с уксусом, подождите час и дважды сполосните.
    Почему в пятницу не удалось развёртывание? | Выпуск откатили: миграция на девять минут заблокировала таблицу заказов.
    На что у собаки аллергия? | Ветеринар говорит, что Бруно нельзя курицу: кожа краснеет и чешется.
    Сколько действует токен доступа? | Учётные данные истекают через пятнадцать минут и обновляются в фоне.
    Где лежат запасные ключи? | Второй комплект висит в гараже за банками с краской на верхней полке.
    Что врач сказал о колене? | Разрыв мениска: шесть недель не бегать, по вторникам лечебная гимнастика.
    Сколько стоила новая крыша? | Плотник взял 18 400 евро вместе с лесами и утеплением.
  `),
  Arabic: readPairs(`
    متى تغادر العبّارة الليلية؟ | تنطلق من الرصيف الشرقي كل مساء عند الساعة 22:40 ما عدا يوم الأحد.
    كيف أزيل الكلس من الغلاية؟ | اغلِ فيها خلًّا مع ماء، وانتظر ساعة ثم اشطفها مرتين.
    لماذا فشل النشر يوم الجمعة؟ | أُلغي الإصدار لأن الترحيل أغلق جدول الطلبات تسع دقائق.
    مِمَّ يعاني الكلب من حساسية؟ | قال الطبيب البيطري إن برونو لا يجوز أن يأكل الدجاج فجلده يحمرّ ويحكّه.
    كم تدوم صلاحية رمز الوصول؟ | تنتهي بيانات الاعتماد بعد خمس عشرة دقيقة وتُجدَّد تلقائيًا.
    أين المفاتيح الاحتياطية؟ | نسخة ثانية معلّقة في المرآب خلف علب الطلاء على الرف الأعلى.
    ماذا قال الطبيب عن الركبة؟ | تمزّق في الغضروف: لا جري ستة أسابيع وعلاج طبيعي كل ثلاثاء.
    كم كلّف السقف الجديد؟ | طلب النجّار 18400 يورو مع السقالات والعزل.
  `),
  Devanagari: readPairs(`
    रात की नाव कितने बजे छूटती है? | रविवार को छोड़कर हर शाम 22:40 पर पूर्वी घाट से रवाना होती है।
    केतली का चूना कैसे साफ़ करें? | सिरका और पानी उबालें, एक घंटा रुकें, फिर दो बार धो लें।
    शुक्रवार को डिप्लॉयमेंट क्यों विफल हुआ? | माइग्रेशन ने ऑर्डर तालिका को नौ मिनट बंद रखा, इसलिए रिलीज़ वापस ली गई।
    कुत्ते को किससे एलर्जी है? | पशु चिकित्सक ने कहा कि ब्रूनो मुर्गा न खाए, उसकी त्वचा लाल होकर खुजलाती है।
    ऐक्सेस टोकन कितनी देर चलता है? | प्रमाण-पत्र पंद्रह मिनट में समाप्त होते हैं और पीछे अपने आप नए हो जाते हैं।
    अतिरिक्त चाबियाँ कहाँ हैं? | दूसरा गुच्छा गैराज में ऊपर की शेल्फ़ पर रंग के डिब्बों के पीछे टँगा है।
    घुटने के बारे में डॉक्टर ने क्या कहा? | उपास्थि फट गई है: छह हफ़्ते दौड़ना मना, मंगलवार को फ़िज़ियोथेरेपी।
    नई छत पर कितना खर्च हुआ? | बढ़ई ने मचान और इन्सुलेशन समेत 18,400 यूरो लिए।
  `),
}

function readPairs(lines: string): readonly Pair[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [question = '', passage = ''] = line.split(' | ')
      return [question.trim(), passage]
    })
}
