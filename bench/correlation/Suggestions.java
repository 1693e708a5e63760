import com.blazemeter.jmeter.correlation.core.automatic.Configuration;
import com.blazemeter.jmeter.correlation.core.automatic.CorrelationSuggestion;
import com.blazemeter.jmeter.correlation.core.automatic.ReplacementSuggestion;
import com.blazemeter.jmeter.correlation.core.suggestions.context.ComparisonContext;
import com.blazemeter.jmeter.correlation.core.suggestions.method.ComparisonMethod;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.jmeter.save.SaveService;
import org.apache.jmeter.util.JMeterUtils;

/** What BlazeMeter's Auto Correlation Recorder suggests for a recording and its replay, without its window: the step "Comparison" of its wizard. */
public class Suggestions {
  public static void main(String[] arguments) throws Exception {
    String home = arguments[0];
    JMeterUtils.setJMeterHome(home);
    JMeterUtils.loadJMeterProperties(home + "/bin/jmeter.properties");
    JMeterUtils.initLocale();
    SaveService.loadProperties();

    ComparisonContext context = new ComparisonContext(new Configuration());
    context.setRecordingTraceFilePath(arguments[1]);
    context.setReplayTraceFilePath(arguments[2]);
    List<Map<String, Object>> found = new ArrayList<>();
    for (CorrelationSuggestion suggestion : new ComparisonMethod().generateSuggestions(context)) {
      List<String> values = new ArrayList<>();
      for (ReplacementSuggestion replacement : suggestion.getReplacementSuggestions()) {
        values.add(replacement.getValue());
      }
      found.add(Map.of("name", suggestion.getParamName(), "values", values));
    }
    new ObjectMapper().writeValue(new File(arguments[3]), found);
    System.exit(0);
  }
}
