package harness;

import VASSAL.build.module.Chatter;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.swing.text.BadLocationException;
import javax.swing.text.Document;
import javax.swing.text.html.HTML;
import javax.swing.text.html.HTMLDocument;
import javax.swing.text.html.HTMLEditorKit;

/** What the chat window shows: the lines as text, and the HTML of each message. */
final class Chat {
  private static final List<String> SHOWN = new ArrayList<>();
  private static final List<String> HTML_SOURCE = new ArrayList<>();

  private Chat() {
  }

  /** Watches the one place where the chat window writes; what it shows already comes first. */
  static void capture(Chatter chatter) {
    final Document doc = (Document) Fields.get(Chatter.class, chatter, "doc");
    add(doc, 0);
    final HTMLEditorKit kit = (HTMLEditorKit) Fields.get(Chatter.class, chatter, "kit");
    Fields.set(Chatter.class, chatter, "kit", new HTMLEditorKit() {
      private static final long serialVersionUID = 1L;

      @Override
      public void insertHTML(HTMLDocument to, int offset, String html, int pops, int pushes, HTML.Tag tag)
          throws BadLocationException, IOException {
        final int before = to.getLength();
        kit.insertHTML(to, offset, html, pops, pushes, tag);
        add(to, before);
        HTML_SOURCE.add(html.strip());
      }
    });
  }

  private static void add(Document doc, int from) {
    try {
      for (final String line : doc.getText(from, doc.getLength() - from).split("\n")) {
        if (!line.isBlank()) {
          SHOWN.add(line);
        }
      }
    }
    catch (BadLocationException e) {
      throw new IllegalStateException(e);
    }
  }

  static List<String> takeShown() {
    return take(SHOWN);
  }

  static List<String> takeHtml() {
    return take(HTML_SOURCE);
  }

  private static List<String> take(List<String> lines) {
    final List<String> taken = new ArrayList<>(lines);
    lines.clear();
    return taken;
  }
}
