package dev.adk4j.tokenizers;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Texts in many scripts, and texts that tokenizers get wrong. */
final class Texts {

  private static final String[] SENTENCES = {
    "The quick brown fox jumps over the lazy dog.",
    "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich.",
    "Portez ce vieux whisky au juge blond qui fume; voilà l'été déjà passé.",
    "El pingüino Wenceslao hizo kilómetros bajo exhaustiva lluvia y frío.",
    "Luís argüia à Júlia que «brações, fé, chá, óxido, pôr, zângão» eram palavras.",
    "Pchnąć w tę łódź jeża lub ośm skrzyń fig.",
    "Příliš žluťoučký kůň úpěl ďábelské ódy.",
    "Árvíztűrő tükörfúrógép.",
    "Muzicologă în bej vând whisky și tequila, preț fix.",
    "Pijamalı hasta yağız şoföre çabucak güvendi.",
    "Kæmi ný öxi hér, ykist þjófum nú bæði víl og ádrepa.",
    "Glāžšķūņa rūķīši dzērumā čiepj Baha koncertflīģeļu vākus.",
    "Įlinkdama fechtuotojo špaga sublykčiojusi pragręžė apvalų arbūzą.",
    "Do bạch kim rất quý nên sẽ dùng để lắp vô xương.",
    "Съешь же ещё этих мягких французских булок, да выпей чаю.",
    "Чуєш їх, доцю, га? Кумедна ж ти, прощайся без ґольфів!",
    "Жълтата дюля беше щастлива, че пухът, който цъфна, замръзна като гьон.",
    "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία.",
    "דג סקרן שט בים מאוכזב ולפתע מצא חברה.",
    "صِف خَلقَ خَودِ كَمِثلِ الشَمسِ إِذ بَزَغَت",
    "بر اساس قوانین، همهٔ انسان‌ها برابرند.",
    "ٹھنڈ میں ایک قحط زدہ گاؤں سے گذرتے وقت",
    "ऋषियों को सताने वाले दुष्ट राक्षसों के राजा रावण का सर्वनाश करने वाले",
    "আমার সোনার বাংলা, আমি তোমায় ভালোবাসি।",
    "ਪੰਜਾਬੀ ਇੱਕ ਭਾਸ਼ਾ ਹੈ।",
    "ગુજરાતી ભાષા સુંદર છે.",
    "யாதும் ஊரே யாவரும் கேளிர்.",
    "తెలుగు చాలా తీయని భాష.",
    "ಕನ್ನಡ ನಾಡು ನುಡಿ.",
    "മലയാളം ഒരു ദ്രാവിഡ ഭാഷയാണ്.",
    "සිංහල භාෂාව ලස්සනයි.",
    "เป็นมนุษย์สุดประเสริฐเลิศคุณค่า",
    "ພາສາລາວແມ່ນງາມ.",
    "မြန်မာဘာသာစကား",
    "ភាសាខ្មែរ ពិរោះណាស់",
    "བོད་སྐད་ནི་སྙན་པོ་རེད།",
    "ქართული ენა ძალიან ლამაზია.",
    "Հայերենը գեղեցիկ լեզու է։",
    "አማርኛ ውብ ቋንቋ ነው።",
    "你好，世界！今天天气怎么样？",
    "視野無限廣，窗外有藍天。",
    "いろはにほへと ちりぬるを わかよたれそ つねならむ",
    "カタカナとひらがなと漢字が混ざった文章です。",
    "키스의 고유조건은 입술끼리 만나야 하고 특별한 기술은 필요치 않다.",
    "ᎣᏏᏲ ᎡᎶᎯ",
    "ᐊᐃᓐᖓᐃ ᓄᓇᕐᔪᐊᖅ",
    "ᚠᛇᚻ᛫ᛒᛦᚦ᛫ᚠᚱᚩᚠᚢᚱ",
    "𐌼𐌰𐌲 𐌲𐌻𐌴𐍃 𐌹̈𐍄𐌰𐌽",
    "ሰላም 123 abc МИР mixed ελ עב",
    "Gĩkũyũ nĩ rũthiomi rwa Kenya."
  };

  private static final String[] AWKWARD = {
    "",
    " ",
    "  ",
    "   leading",
    "trailing   ",
    "\n",
    "\n\n\n",
    "\t\tx",
    "\r\n",
    " \n ",
    "a\u00a0b",
    "\u3000全角",
    "▁",
    "▁▁a",
    " ▁ ",
    "<s>",
    "</s>",
    "<unk>",
    "a<s>b</s>",
    "<bos>",
    "<eos>",
    "<pad>",
    "<start_of_turn>user\nhi<end_of_turn>\n",
    "<start_of_turn>",
    "<unused0>",
    "[@BOS@]",
    "<0x0A>",
    "<0xFF>",
    "<|endoftext|>",
    "<mask>",
    "<2mass>",
    "<h1>x</h1>",
    "</table>",
    "\u0000",
    "a\u0000b",
    "\u0001\u001f",
    "\u007f",
    "\u200b",
    "\u200d",
    "\ufeffx",
    "\u2028",
    "\ufffd",
    "\uffff",
    "😀",
    "👩‍👩‍👧‍👦",
    "🇪🇺🇺🇦",
    "👍🏽",
    "☃",
    "café ☃ 😀",
    "e\u0301",
    "é",
    "ﬁ",
    "½",
    "①",
    "Ω",
    "K",
    "𝔘𝔫𝔦𝔠𝔬𝔡𝔢",
    "\ud83d\ude00\ud83d\ude00",
    "𠜎𠜱𠝹",
    "𓀀𓁐",
    "function add(a, b) { return a + b; }",
    "if (x >= 10 && y != 0) {\n    return x / y;\n}",
    "SELECT * FROM t WHERE a = 'b' -- c",
    "{\"a\":[1,2.5e-3,null,true]}",
    "https://example.org/a?b=c&d=%20#e",
    "3.14159265358979323846",
    "1,234,567.89",
    "2024-02-29T23:59:59.999Z",
    "0xDEADBEEF",
    "a_b-c.d/e\\f",
    "!!!???...",
    "=================",
    "----------------------------------",
    "################",
    "          ",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "abcabcabcabcabcabcabc",
    "ÀÁÂÃÄÅÆÇÈÉ",
    "ΑΒΓΔ",
    "АБВГ",
    "hElLo WoRlD",
    "antidisestablishmentarianism",
    "Donaudampfschifffahrtsgesellschaftskapitän",
    "llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch",
    "line one\nline two\n",
    "alpha\r\nbeta\ngamma\n",
    "* a\n  * b\n    * c",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "$x^2 + \\frac{1}{2}$",
    "a  b   c    d     e",
    "\ta\t b\t\tc",
    "docs about <|endoftext|> token",
    "hello",
    "hello world",
    "Hello, world!",
    "a"
  };

  private static final int[][] RANGES = {
    {0x20, 0x7e},
    {0xa0, 0x24f},
    {0x370, 0x3ff},
    {0x400, 0x4ff},
    {0x590, 0x5ff},
    {0x600, 0x6ff},
    {0x900, 0x97f},
    {0xe00, 0xe7f},
    {0x1100, 0x11ff},
    {0x1200, 0x137f},
    {0x2000, 0x206f},
    {0x2190, 0x22ff},
    {0x3040, 0x30ff},
    {0x4e00, 0x9fff},
    {0xac00, 0xd7a3},
    {0xe000, 0xe0ff},
    {0xfb00, 0xfdff},
    {0x10330, 0x1034f},
    {0x1f300, 0x1f64f},
    {0x20000, 0x2a6df}
  };

  private Texts() {}

  static List<String> all() {
    List<String> texts = new ArrayList<>(List.of(SENTENCES));
    texts.addAll(List.of(AWKWARD));
    Random random = new Random(9);
    for (int[] range : RANGES) {
      for (int i = 0; i < 8; i++) {
        texts.add(random(random, range));
      }
    }
    for (int i = 0; i < 40; i++) {
      StringBuilder mixed = new StringBuilder();
      for (int part = random.nextInt(6); part >= 0; part--) {
        mixed
            .append(random(random, RANGES[random.nextInt(RANGES.length)]))
            .append(random.nextBoolean() ? " " : "\n");
      }
      texts.add(mixed.toString());
    }
    texts.add(String.join("\n", SENTENCES).repeat(20));
    return texts;
  }

  private static String random(Random random, int[] range) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(20); i >= 0; i--) {
      text.appendCodePoint(
          random.nextInt(10) == 0 ? ' ' : range[0] + random.nextInt(range[1] - range[0] + 1));
    }
    return text.toString();
  }
}
