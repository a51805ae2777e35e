package dev.adk4j.sample.agent;

import java.lang.Character.UnicodeScript;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Languages in which the sample can reply that it answers in English. */
enum Language {
  GERMAN(
      "Ich antworte leider nur auf Englisch: I answer in English, from English pages.",
      "hallo guten tag morgen ich du wie ist das der und nicht kann kannst welche welcher welches"
          + " werden wird ein eine einen mein meine mir für auf danke bitte sprichst heißt gibt es"
          + " wer warum wo wofür unterstützt deutsch was kostet wieviel sie es geht machen brauche"
          + " brauchen kostenlos sind haben habe von zu auch noch dir dich mich"),
  FRENCH(
      "Je ne réponds malheureusement qu'en anglais: I answer in English, from English pages.",
      "bonjour salut merci je tu vous est quel quelle quels quelles comment les des une pour qu que"
          + " où avec pas peux peut sont la le et français parlez parles moi pourquoi comment ça va"
          + " suis mon ma"),
  SPANISH(
      "Por desgracia solo respondo en inglés: I answer in English, from English pages.",
      "hola buenos días gracias qué que cómo como cuál cuáles es el los las una para puedo puedes"
          + " con por y se dónde español hablas son mis en me gusta mi soy"),
  ITALIAN(
      "Purtroppo rispondo solo in inglese: I answer in English, from English pages.",
      "ciao buongiorno buonasera come sono che cosa posso puoi il lo gli per con è di del della"
          + " parli italiano grazie perché quale quali non una mi sei dove quanto"),
  PORTUGUESE(
      "Infelizmente só respondo em inglês: I answer in English, from English pages.",
      "olá oi bom dia obrigado obrigada você eu não como qual quais é o os um uma para posso pode"
          + " com por que português falas fala meu minha onde"),
  DUTCH(
      "Helaas antwoord ik alleen in het Engels: I answer in English, from English pages.",
      "hoi dag goedemorgen ik je jij hoe wat de het een en niet kan kun welke waarom waar voor met"
          + " van bedankt spreek nederlands mijn zijn"),
  OTHER("I answer in English, from English pages.", "");

  private static final Set<String> ENGLISH =
      Set.of(
          "the is are a an i you what how do does can in of to and it for my me with".split(" "));

  private static final int LONGEST = 500;

  private final String apology;
  private final Set<String> words;

  Language(String apology, String words) {
    this.apology = apology;
    this.words = Set.copyOf(List.of(words.split(" ")));
  }

  /** Returns the reply that answers are in English. */
  String apology() {
    return apology;
  }

  /** Returns the language of a text; empty for English and for unknown languages. */
  static Optional<Language> of(String text) {
    String beginning = text.length() <= LONGEST ? text : text.substring(0, LONGEST);
    if (isInOtherLetters(beginning)) {
      return Optional.of(OTHER);
    }
    List<String> said =
        Arrays.stream(beginning.toLowerCase(Locale.ROOT).split("[^\\p{L}]+"))
            .filter(word -> !word.isEmpty())
            .toList();
    long english = said.stream().filter(ENGLISH::contains).count();
    Language best = OTHER;
    long most = 0;
    for (Language language : List.of(GERMAN, FRENCH, SPANISH, ITALIAN, PORTUGUESE, DUTCH)) {
      long count = said.stream().filter(language.words::contains).count();
      if (count > most) {
        most = count;
        best = language;
      }
    }
    boolean clear = most > english && (most >= 2 || most == said.size());
    return clear ? Optional.of(best) : Optional.empty();
  }

  private static boolean isInOtherLetters(String text) {
    long letters = text.codePoints().filter(Character::isLetter).count();
    long latin =
        text.codePoints()
            .filter(c -> Character.isLetter(c) && UnicodeScript.of(c) == UnicodeScript.LATIN)
            .count();
    return letters > 1 && latin * 2 < letters;
  }
}
