package dev.turnstile.reports.html;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A page as a strict parser reads it: pages are well-formed XML but for scripts and styles. */
final class ReadPage {
  private static final Pattern RAW =
      Pattern.compile("(<(script|style)[^>]*>)(.*?)(</\\2>)", Pattern.DOTALL);

  final String html;
  final Document document;
  final List<String> scripts = new ArrayList<>();
  final List<String> styles = new ArrayList<>();

  ReadPage(String html) {
    this.html = html;
    StringBuilder xml = new StringBuilder();
    Matcher raw = RAW.matcher(html.substring(html.indexOf('\n') + 1));
    while (raw.find()) {
      boolean script = raw.group(2).equals("script");
      (script ? scripts : styles).add(raw.group(3));
      raw.appendReplacement(xml, Matcher.quoteReplacement(raw.group(1) + raw.group(4)));
    }
    raw.appendTail(xml);
    try {
      document =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(new InputSource(new StringReader(xml.toString())));
    } catch (SAXException | IOException | ParserConfigurationException e) {
      throw new AssertionError("the page is not well-formed: " + e.getMessage(), e);
    }
  }

  List<Element> elements(String tag) {
    NodeList nodes = document.getElementsByTagName(tag);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      elements.add((Element) nodes.item(i));
    }
    return elements;
  }

  /** Elements that have an attribute. */
  List<Element> having(String attribute) {
    return elements("*").stream().filter(element -> element.hasAttribute(attribute)).toList();
  }

  Element byId(String id) {
    return having("id").stream()
        .filter(element -> element.getAttribute("id").equals(id))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no element " + id));
  }

  /** The text of an element. */
  static String text(Element element) {
    return element.getTextContent().replaceAll("\\s+", " ").strip();
  }

  /** The text of an element without that of elements inside it. */
  static String ownText(Element element) {
    StringBuilder text = new StringBuilder();
    for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child.getNodeType() == Node.TEXT_NODE) {
        text.append(child.getTextContent());
      }
    }
    return text.toString().strip();
  }

  /** The values of all figures, by the order of the page. */
  List<JsonNode> figures() {
    return scripts.subList(0, scripts.size() - 1).stream()
        .map(JsonMapper.shared()::readTree)
        .toList();
  }

  /** A value of a column, which may be written as begin and step. */
  static double at(JsonNode column, int i) {
    return column.isArray()
        ? column.get(i).asDouble()
        : column.at("/from").asDouble() + i * column.at("/step").asDouble();
  }

  /** The values of a figure. */
  JsonNode figure(String id) {
    List<Element> drawn =
        elements("figure").stream()
            .filter(f -> f.getElementsByTagName("script").getLength() > 0)
            .toList();
    for (int i = 0; i < drawn.size(); i++) {
      if (drawn.get(i).getAttribute("id").equals("f-" + id)) {
        return figures().get(i);
      }
    }
    throw new AssertionError("no figure " + id);
  }
}
