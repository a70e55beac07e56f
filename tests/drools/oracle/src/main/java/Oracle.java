import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.drools.drl.parser.DrlParser;
import org.kie.api.KieBase;
import org.kie.api.definition.type.FactField;
import org.kie.api.definition.type.FactType;
import org.kie.api.event.rule.AfterMatchFiredEvent;
import org.kie.api.event.rule.DefaultAgendaEventListener;
import org.kie.api.io.ResourceType;
import org.kie.api.runtime.KieSession;
import org.kie.api.runtime.rule.QueryResults;
import org.kie.api.runtime.rule.QueryResultsRow;
import org.kie.internal.builder.conf.LanguageLevelOption;
import org.kie.internal.utils.KieHelper;

/** Reads rule programs, one JSON object a line, and writes each with what Drools does with it; with the argument speed, with the time that it takes; with parse, whether it is a program. */
public class Oracle {
    /** The firings after which a run is stopped. */
    static final int LIMIT = 300;
    /** The seconds after which a run counts as one that hangs. */
    static final int PATIENCE = 20;
    /** How often a program is run to be timed; -Druns=N says otherwise. */
    static final int RUNS = Integer.getInteger("runs", 9);
    static final Gson JSON = new GsonBuilder().disableHtmlEscaping().create();
    static final PrintStream ANSWERS = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    static class Trace {
        String name;
        String drl;
        String data = "";
        String phase = "ok";
        String error;
        List<String> fired = new ArrayList<>();
        List<String> out = new ArrayList<>();
        List<String> facts = new ArrayList<>();
        List<String> query = new ArrayList<>();
        boolean limit;
        /** CPU milliseconds of each run, when they are timed. */
        List<Double> cpu;
    }

    public static void main(String[] args) throws Exception {
        System.setOut(System.err); // what rules print is no answer
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        if (args.length > 0 && args[0].equals("speed")) {
            for (String line; (line = in.readLine()) != null; ) {
                Trace trace = JSON.fromJson(line, Trace.class);
                time(trace);
                ANSWERS.println(JSON.toJson(trace));
            }
            return;
        }
        if (args.length > 0 && args[0].equals("parse")) {
            for (String line; (line = in.readLine()) != null; ) {
                Trace trace = JSON.fromJson(line, Trace.class);
                parse(trace);
                ANSWERS.println(JSON.toJson(trace));
            }
            return;
        }
        ExecutorService worker = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        });
        for (String line; (line = in.readLine()) != null; ) {
            Trace trace = JSON.fromJson(line, Trace.class);
            Future<?> run = worker.submit(() -> record(trace));
            try {
                run.get(PATIENCE, TimeUnit.SECONDS);
                ANSWERS.println(JSON.toJson(trace));
            } catch (TimeoutException e) {
                run.cancel(true);
                Trace hung = new Trace();
                hung.name = trace.name;
                hung.drl = trace.drl;
                hung.data = trace.data;
                hung.phase = "hang";
                ANSWERS.println(JSON.toJson(hung));
            }
        }
        System.exit(0); // a run that hangs has a thread left
    }

    /** Notes whether the parser takes a program. */
    static void parse(Trace trace) {
        try {
            DrlParser parser = new DrlParser(LanguageLevelOption.DRL6);
            parser.parse(false, trace.drl);
            if (parser.hasErrors()) {
                trace.phase = "parse";
                trace.error = String.valueOf(parser.getErrors());
            }
        } catch (Throwable e) {
            fail(trace, "parse", e);
        }
    }

    static void record(Trace trace) {
        KieBase base;
        try {
            base = new KieHelper().addContent(trace.drl, ResourceType.DRL).build();
        } catch (Throwable e) {
            fail(trace, "compile", e);
            return;
        }
        KieSession session = base.newKieSession();
        try {
            run(trace, base, session);
        } catch (Throwable e) {
            fail(trace, "run", e);
        } finally {
            session.dispose();
        }
    }

    /** Inserts the facts and fires until none is left, several times, and notes the CPU time of the process. */
    static void time(Trace trace) throws Exception {
        KieBase base = new KieHelper().addContent(trace.drl, ResourceType.DRL).build();
        OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        trace.cpu = new ArrayList<>();
        for (int i = 0; i < RUNS; i++) {
            List<Object> facts = new ArrayList<>();
            for (String line : trace.data.split("\n")) {
                facts.add(factOf(base, line));
            }
            List<Object> out = new ArrayList<>();
            long before = process.getProcessCpuTime();
            KieSession session = base.newKieSession();
            session.setGlobal("out", out);
            facts.forEach(session::insert);
            session.fireAllRules();
            session.dispose();
            trace.cpu.add((process.getProcessCpuTime() - before) / 1e6);
            trace.out = List.of(String.valueOf(out.size()));
        }
    }

    static void fail(Trace trace, String phase, Throwable e) {
        trace.phase = phase;
        trace.error = String.valueOf(e.getMessage());
    }

    static void run(Trace trace, KieBase base, KieSession session) throws Exception {
        List<Object> out = new ArrayList<>();
        session.setGlobal("out", out);
        session.addEventListener(new DefaultAgendaEventListener() {
            @Override
            public void afterMatchFired(AfterMatchFiredEvent event) {
                trace.fired.add(event.getMatch().getRule().getName());
            }
        });
        for (String line : trace.data.split("\n")) {
            if (!line.isEmpty()) {
                session.insert(factOf(base, line));
            }
        }
        try {
            trace.limit = session.fireAllRules(LIMIT) >= LIMIT;
        } finally {
            for (Object line : out) {
                trace.out.add(String.valueOf(line));
            }
        }
        for (Object fact : session.getObjects()) {
            trace.facts.add(describe(base, fact));
        }
        Collections.sort(trace.facts);
        if (base.getQuery(packageOf(trace.drl), "q") != null) {
            QueryResults rows = session.getQueryResults("q");
            for (QueryResultsRow row : rows) {
                Map<String, Object> values = new TreeMap<>();
                for (String name : rows.getIdentifiers()) {
                    values.put(name, row.get(name));
                }
                List<String> parts = new ArrayList<>();
                values.forEach((name, value) -> parts.add(name + "=" + value));
                trace.query.add(String.join(";", parts));
            }
            Collections.sort(trace.query);
        }
    }

    static String packageOf(String drl) {
        for (String line : drl.split("\n")) {
            if (line.startsWith("package ")) {
                return line.substring("package ".length()).replace(";", "").trim();
            }
        }
        return "defaultpkg";
    }

    /** Makes a fact of a line such as N|1|2|null: its fields in the order of their declaration. */
    static Object factOf(KieBase base, String line) throws Exception {
        String[] parts = line.split("\\|", -1);
        FactType type = base.getFactType("t", parts[0]);
        Object fact = type.newInstance();
        int i = 1;
        for (FactField field : type.getFields()) {
            type.set(fact, field.getName(), valueOf(field.getType(), parts[i++]));
        }
        return fact;
    }

    static Object valueOf(Class<?> type, String text) {
        if (text.equals("null")) {
            return null;
        }
        if (type == int.class || type == Integer.class) {
            return Integer.valueOf(text);
        }
        if (type == long.class || type == Long.class) {
            return Long.valueOf(text);
        }
        if (type == double.class || type == Double.class) {
            return Double.valueOf(text);
        }
        if (type == boolean.class || type == Boolean.class) {
            return Boolean.valueOf(text);
        }
        return text;
    }

    /** Describes a fact: its class, and its fields sorted by name. */
    static String describe(KieBase base, Object fact) {
        FactType type = base.getFactType("t", fact.getClass().getSimpleName());
        if (type == null) {
            return fact.getClass().getSimpleName() + "(" + fact + ")";
        }
        TreeSet<String> fields = new TreeSet<>();
        for (FactField field : type.getFields()) {
            fields.add(field.getName() + "=" + type.get(fact, field.getName()));
        }
        return type.getSimpleName() + "(" + String.join(",", fields) + ")";
    }
}
